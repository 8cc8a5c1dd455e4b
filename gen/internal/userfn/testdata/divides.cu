struct divides_mixed {
    signed char i8;
    short i16;
    int i32;
    long long i64;
    unsigned char u8;
    unsigned short u16;
    unsigned u32;
    unsigned long long u64;
    bool b;
};

// The quotient a / b. Division by zero panics in Go. C++ defines none for the least integer by -1.
[[maybe_unused]] static __device__ __forceinline__ int divides_div_i32(int a, int b)
{
    if (b == 0) {
        __trap();
        return 0;
    }
    return b == -1 ? (int)(0u - (unsigned)a) : a / b;
}

// The quotient a / b. Division by zero panics in Go.
[[maybe_unused]] static __device__ __forceinline__ signed char divides_div_i8(signed char a, signed char b)
{
    if (b == 0) {
        __trap();
        return 0;
    }
    return (signed char)(a / b);
}

// The quotient a / b. Division by zero panics in Go.
[[maybe_unused]] static __device__ __forceinline__ unsigned long long divides_div_u64(unsigned long long a, unsigned long long b)
{
    if (b == 0) {
        __trap();
        return 0;
    }
    return a / b;
}

// The remainder a % b. Division by zero panics in Go.
[[maybe_unused]] static __device__ __forceinline__ short divides_rem_i16(short a, short b)
{
    if (b == 0) {
        __trap();
        return 0;
    }
    return (short)(a % b);
}

// The remainder a % b. Division by zero panics in Go. C++ defines none for the least integer by -1.
[[maybe_unused]] static __device__ __forceinline__ long long divides_rem_i64(long long a, long long b)
{
    if (b == 0) {
        __trap();
        return 0;
    }
    return b == -1 ? 0 : a % b;
}

// The remainder a % b. Division by zero panics in Go.
[[maybe_unused]] static __device__ __forceinline__ unsigned divides_rem_u32(unsigned a, unsigned b)
{
    if (b == 0) {
        __trap();
        return 0;
    }
    return a % b;
}

// The remainder a % b, of a b that is not zero.
[[maybe_unused]] static __device__ __forceinline__ unsigned char divides_rem_u8_by_nonzero(unsigned char a, unsigned char b)
{
    return (unsigned char)(a % b);
}

// Divides of github.com/shflgen/shflgen/gen/internal/userfn/testdata/ops, ops.go:65.
//
// Divides divides, which may panic.
[[maybe_unused]] static __device__ __forceinline__ divides_mixed divides(divides_mixed a, divides_mixed b)
{
    a.i8 = divides_div_i8(a.i8, b.i8);
    a.i16 = divides_rem_i16(a.i16, b.i16);
    a.i32 = divides_div_i32(a.i32, b.i32);
    a.i64 = divides_rem_i64(a.i64, b.i64);
    a.u8 = divides_rem_u8_by_nonzero(a.u8, (unsigned char)((unsigned)b.u8 | 1u));
    a.u16 = (unsigned short)(a.u16 / 10u);
    a.u32 = a.u32 / 7u + divides_rem_u32(a.u32, b.u32);
    a.u64 = divides_div_u64(a.u64, b.u64);
    if (a.i32 == 12345) {
        __trap(); // panic("never mind")
        return divides_mixed{};
    }
    return a;
}
