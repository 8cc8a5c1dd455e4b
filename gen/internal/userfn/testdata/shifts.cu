struct shifts_mixed {
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

// Shifts x to the left by n: by 8 and more nothing is left.
[[maybe_unused]] static __device__ __forceinline__ signed char shifts_shl_i8_u8(signed char x, unsigned char n)
{
    return n < 8u ? (signed char)((unsigned)x << n) : 0;
}

// Shifts x to the left by n: by 16 and more nothing is left.
[[maybe_unused]] static __device__ __forceinline__ unsigned short shifts_shl_u16_u64(unsigned short x, unsigned long long n)
{
    return n < 16ull ? (unsigned short)((unsigned)x << n) : 0;
}

// Shifts x to the right by n: by 16 and more nothing is left but its sign.
[[maybe_unused]] static __device__ __forceinline__ short shifts_shr_i16_u32(short x, unsigned n)
{
    return n < 16u ? (short)(x >> n) : (short)(x >> 15);
}

// Shifts x to the right by n: by 32 and more nothing is left but its sign.
[[maybe_unused]] static __device__ __forceinline__ int shifts_shr_i32_u16(int x, unsigned short n)
{
    return n < 32u ? x >> n : x >> 31;
}

// Shifts x to the right by n: by 64 and more nothing is left but its sign. A negative n panics in Go.
[[maybe_unused]] static __device__ __forceinline__ long long shifts_shr_i64_i16(long long x, short n)
{
    if (n < 0)
        __trap();
    return n >= 0 && n < 64 ? x >> n : x >> 63;
}

// Shifts x to the right by n: by 32 and more nothing is left. A negative n panics in Go.
[[maybe_unused]] static __device__ __forceinline__ unsigned shifts_shr_u32_i8(unsigned x, signed char n)
{
    if (n < 0)
        __trap();
    return n >= 0 && n < 32 ? x >> n : 0;
}

// Shifts x to the right by n: by 64 and more nothing is left.
[[maybe_unused]] static __device__ __forceinline__ unsigned long long shifts_shr_u64_u32(unsigned long long x, unsigned n)
{
    return n < 64u ? x >> n : 0;
}

// Shifts x to the right by n: by 8 and more nothing is left.
[[maybe_unused]] static __device__ __forceinline__ unsigned char shifts_shr_u8_u16(unsigned char x, unsigned short n)
{
    return n < 8u ? (unsigned char)(x >> n) : 0;
}

// Shifts of github.com/shflgen/shflgen/gen/internal/userfn/testdata/ops, ops.go:98.
//
// Shifts shifts by counts that may exceed the width or be negative.
[[maybe_unused]] static __device__ __forceinline__ shifts_mixed shifts(shifts_mixed a, shifts_mixed b)
{
    a.i8 = shifts_shl_i8_u8(a.i8, b.u8);
    a.u8 = shifts_shr_u8_u16(a.u8, (unsigned short)((unsigned)b.u16 & 15u));
    a.i16 = shifts_shr_i16_u32(a.i16, b.u32);
    a.u16 = shifts_shl_u16_u64(a.u16, b.u64);
    a.i32 = (int)((unsigned)a.i32 << (unsigned char)((unsigned)b.u8 & 31u)) ^ shifts_shr_i32_u16(a.i32, b.u16);
    a.u32 = 0u | shifts_shr_u32_i8(a.u32, b.i8);
    a.i64 = shifts_shr_i64_i16(a.i64, b.i16);
    a.u64 = (a.u64 << (b.u32 % 64u)) | shifts_shr_u64_u32(a.u64, 64u - b.u32 % 64u);
    return a;
}
