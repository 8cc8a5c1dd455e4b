struct dropped_mixed {
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

// The quotient a / b. Division by zero panics in Go.
[[maybe_unused]] static __device__ __forceinline__ short dropped_div_i16(short a, short b)
{
    if (b == 0) {
        __trap();
        return 0;
    }
    return (short)(a / b);
}

// The quotient a / b. Division by zero panics in Go.
[[maybe_unused]] static __device__ __forceinline__ unsigned char dropped_div_u8(unsigned char a, unsigned char b)
{
    if (b == 0) {
        __trap();
        return 0;
    }
    return (unsigned char)(a / b);
}

// The remainder a % b. Division by zero panics in Go. C++ defines none for the least integer by -1.
[[maybe_unused]] static __device__ __forceinline__ long long dropped_rem_i64(long long a, long long b)
{
    if (b == 0) {
        __trap();
        return 0;
    }
    return b == -1 ? 0 : a % b;
}

// Shifts x to the left by n: by 64 and more nothing is left.
[[maybe_unused]] static __device__ __forceinline__ long long dropped_shl_i64_u32(long long x, unsigned n)
{
    return n < 64u ? (long long)((unsigned long long)x << n) : 0;
}

// Shifts x to the left by n: by 8 and more nothing is left.
[[maybe_unused]] static __device__ __forceinline__ unsigned char dropped_shl_u8_u32(unsigned char x, unsigned n)
{
    return n < 8u ? (unsigned char)((unsigned)x << n) : 0;
}

// Dropped of github.com/shflgen/shflgen/gen/internal/userfn/testdata/ops, ops.go:90.
//
// Dropped leaves nothing of what may panic.
[[maybe_unused]] static __device__ __forceinline__ dropped_mixed dropped(dropped_mixed a, dropped_mixed b)
{
    a.u8 = dropped_shl_u8_u32(dropped_div_u8(a.u8, b.u8), 40);
    a.i16 = (short)((unsigned)dropped_div_i16(a.i16, b.i16) * 0u);
    a.i64 = dropped_shl_i64_u32(dropped_rem_i64(a.i64, b.i64), 64);
    return a;
}
