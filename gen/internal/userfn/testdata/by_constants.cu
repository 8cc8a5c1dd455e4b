struct by_constants_mixed {
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

// ByConstants of github.com/shflgen/shflgen/gen/internal/userfn/testdata/ops, ops.go:81.
//
// ByConstants divides by constants.
[[maybe_unused]] static __device__ __forceinline__ by_constants_mixed by_constants(by_constants_mixed a, by_constants_mixed)
{
    a.i8 = (signed char)((unsigned)(signed char)(0u - (unsigned)a.i8) + (unsigned)0);
    a.i32 = (int)((unsigned)(int)(0u - (unsigned)a.i32) - (unsigned)(a.i32 / 3) + (unsigned)(a.i32 % -5));
    a.i64 = (long long)((unsigned long long)(long long)(0ull - (unsigned long long)a.i64) + (unsigned long long)(a.i64 % 1000ll));
    a.i16 = (short)(a.i16 / -128);
    return a;
}
