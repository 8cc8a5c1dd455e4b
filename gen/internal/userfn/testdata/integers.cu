struct integers_mixed {
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

// Integers of github.com/shflgen/shflgen/gen/internal/userfn/testdata/ops, ops.go:38.
//
// Integers uses every operator of small and large integers.
[[maybe_unused]] static __device__ __forceinline__ integers_mixed integers(integers_mixed a, integers_mixed b)
{
    a.i8 = (signed char)((unsigned)a.i8 * (unsigned)b.i8 - 7u);
    a.i16 = (short)((unsigned)a.i16 + (unsigned)(short)((unsigned)b.i16 << 3));
    a.i32 = (int)(((unsigned)a.i32 + (unsigned)b.i32) * 3u) ^ (int)(0u - (unsigned)a.i32);
    a.i64 = (long long)(((unsigned long long)a.i64 & ~(unsigned long long)b.i64) - ((unsigned long long)b.i64 | 5ull));
    a.u8 = (unsigned char)((unsigned)a.u8 * (unsigned)b.u8 + 200u);
    a.u16 = (unsigned short)~((unsigned)a.u16 * (unsigned)b.u16);
    a.u32 = a.u32 - (b.u32 & 61680u);
    a.u64 = a.u64 * b.u64 + 0xfedcba9876543210ull;
    a.b = a.b != b.b && (a.i8 < b.i8 || a.u64 > b.u64);
    return a;
}
