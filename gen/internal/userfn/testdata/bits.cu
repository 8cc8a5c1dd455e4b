struct bits_mixed {
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

struct bits_u64_results {
    unsigned long long r0;
    unsigned long long r1;
};

struct bits_u32_results {
    unsigned r0;
    unsigned r1;
};

// The sum of x, y and the carry z, and the carry out.
[[maybe_unused]] static __device__ __forceinline__ bits_u32_results bits_add32(unsigned x, unsigned y, unsigned z)
{
    const unsigned long long all = (unsigned long long)x + y + z;
    return {(unsigned)all, (unsigned)(all >> 32)};
}

// The sum of x, y and the carry z, and the carry out.
[[maybe_unused]] static __device__ __forceinline__ bits_u64_results bits_add64(unsigned long long x, unsigned long long y, unsigned long long z)
{
    const unsigned long long sum = x + y + z;
    return {sum, ((x & y) | ((x | y) & ~sum)) >> 63};
}

// The number of zeros above the highest one of x.
[[maybe_unused]] static __device__ __forceinline__ int bits_leading_zeros_u16(unsigned short x)
{
    return __clz((int)x) - 16;
}

// The number of zeros above the highest one of x.
[[maybe_unused]] static __device__ __forceinline__ int bits_leading_zeros_u32(unsigned x)
{
    return __clz((int)x);
}

// The number of zeros above the highest one of x.
[[maybe_unused]] static __device__ __forceinline__ int bits_leading_zeros_u64(unsigned long long x)
{
    return __clzll((long long)x);
}

// The number of zeros above the highest one of x.
[[maybe_unused]] static __device__ __forceinline__ int bits_leading_zeros_u8(unsigned char x)
{
    return __clz((int)x) - 24;
}

// The number of bits that x needs.
[[maybe_unused]] static __device__ __forceinline__ int bits_len_u16(unsigned short x)
{
    return 32 - __clz((int)x);
}

// The number of bits that x needs.
[[maybe_unused]] static __device__ __forceinline__ int bits_len_u32(unsigned x)
{
    return 32 - __clz((int)x);
}

// The number of bits that x needs.
[[maybe_unused]] static __device__ __forceinline__ int bits_len_u64(unsigned long long x)
{
    return 64 - __clzll((long long)x);
}

// The number of bits that x needs.
[[maybe_unused]] static __device__ __forceinline__ int bits_len_u8(unsigned char x)
{
    return 32 - __clz((int)x);
}

// The high and the low half of x * y.
[[maybe_unused]] static __device__ __forceinline__ bits_u32_results bits_mul32(unsigned x, unsigned y)
{
    const unsigned long long all = (unsigned long long)x * y;
    return {(unsigned)(all >> 32), (unsigned)all};
}

// The high and the low half of x * y.
[[maybe_unused]] static __device__ __forceinline__ bits_u64_results bits_mul64(unsigned long long x, unsigned long long y)
{
    return {__umul64hi(x, y), x * y};
}

// The bytes of x in the other order.
[[maybe_unused]] static __device__ __forceinline__ unsigned short bits_reverse_bytes_u16(unsigned short x)
{
    return (unsigned short)((unsigned)x << 8 | (unsigned)x >> 8);
}

// The bytes of x in the other order.
[[maybe_unused]] static __device__ __forceinline__ unsigned bits_reverse_bytes_u32(unsigned x)
{
    return x << 24 | (x & 0xff00u) << 8 | (x >> 8 & 0xff00u) | x >> 24;
}

// The bytes of x in the other order.
[[maybe_unused]] static __device__ __forceinline__ unsigned long long bits_reverse_bytes_u64(unsigned long long x)
{
    x = (x & 0x00ff00ff00ff00ffull) << 8 | (x >> 8 & 0x00ff00ff00ff00ffull);
    x = (x & 0x0000ffff0000ffffull) << 16 | (x >> 16 & 0x0000ffff0000ffffull);
    return x << 32 | x >> 32;
}

// The bits of x in the other order.
[[maybe_unused]] static __device__ __forceinline__ unsigned short bits_reverse_u16(unsigned short x)
{
    return (unsigned short)(__brev(x) >> 16);
}

// The bits of x in the other order.
[[maybe_unused]] static __device__ __forceinline__ unsigned bits_reverse_u32(unsigned x)
{
    return __brev(x);
}

// The bits of x in the other order.
[[maybe_unused]] static __device__ __forceinline__ unsigned long long bits_reverse_u64(unsigned long long x)
{
    return __brevll(x);
}

// The bits of x in the other order.
[[maybe_unused]] static __device__ __forceinline__ unsigned char bits_reverse_u8(unsigned char x)
{
    return (unsigned char)(__brev(x) >> 24);
}

// The bits of x turned by n to the left, or by -n to the right.
[[maybe_unused]] static __device__ __forceinline__ unsigned short bits_rotate_left_u16(unsigned short x, int n)
{
    return (unsigned short)((unsigned)x << (n & 15) | (unsigned)x >> ((0u - (unsigned)n) & 15));
}

// The bits of x turned by n to the left, or by -n to the right.
[[maybe_unused]] static __device__ __forceinline__ unsigned bits_rotate_left_u32(unsigned x, int n)
{
    return x << (n & 31) | x >> ((0u - (unsigned)n) & 31);
}

// The bits of x turned by n to the left, or by -n to the right.
[[maybe_unused]] static __device__ __forceinline__ unsigned long long bits_rotate_left_u64(unsigned long long x, int n)
{
    return x << (n & 63) | x >> ((0u - (unsigned)n) & 63);
}

// The bits of x turned by n to the left, or by -n to the right.
[[maybe_unused]] static __device__ __forceinline__ unsigned char bits_rotate_left_u8(unsigned char x, int n)
{
    return (unsigned char)((unsigned)x << (n & 7) | (unsigned)x >> ((0u - (unsigned)n) & 7));
}

// x less y and the borrow z, and the borrow out.
[[maybe_unused]] static __device__ __forceinline__ bits_u32_results bits_sub32(unsigned x, unsigned y, unsigned z)
{
    const unsigned long long all = (unsigned long long)x - y - z;
    return {(unsigned)all, (unsigned)(all >> 63)};
}

// x less y and the borrow z, and the borrow out.
[[maybe_unused]] static __device__ __forceinline__ bits_u64_results bits_sub64(unsigned long long x, unsigned long long y, unsigned long long z)
{
    const unsigned long long rest = x - y - z;
    return {rest, ((~x & y) | (~(x ^ y) & rest)) >> 63};
}

// The number of zeros below the lowest one of x.
[[maybe_unused]] static __device__ __forceinline__ int bits_trailing_zeros_u16(unsigned short x)
{
    return __clz((int)__brev(x | 0x10000u));
}

// The number of zeros below the lowest one of x.
[[maybe_unused]] static __device__ __forceinline__ int bits_trailing_zeros_u32(unsigned x)
{
    return __clz((int)__brev(x));
}

// The number of zeros below the lowest one of x.
[[maybe_unused]] static __device__ __forceinline__ int bits_trailing_zeros_u64(unsigned long long x)
{
    return __clzll((long long)__brevll(x));
}

// The number of zeros below the lowest one of x.
[[maybe_unused]] static __device__ __forceinline__ int bits_trailing_zeros_u8(unsigned char x)
{
    return __clz((int)__brev(x | 0x100u));
}

// Bits of github.com/shflgen/shflgen/gen/internal/userfn/testdata/ops, ops.go:198.
//
// Bits calls the functions of package bits.
[[maybe_unused]] static __device__ __forceinline__ bits_mixed bits(bits_mixed a, bits_mixed b)
{
    a.i32 = (int)((unsigned)__popc(a.u32) - (unsigned)bits_leading_zeros_u64(b.u64) + (unsigned)bits_trailing_zeros_u32(b.u32));
    a.i8 = (signed char)(bits_len_u8(a.u8) + bits_trailing_zeros_u8(b.u8) - bits_leading_zeros_u16(a.u16) + bits_trailing_zeros_u16(b.u16));
    a.u8 = (unsigned char)((unsigned)bits_reverse_u8(a.u8) ^ (unsigned)bits_rotate_left_u8(b.u8, 3));
    a.u16 = (unsigned short)((unsigned)bits_reverse_bytes_u16(a.u16) + (unsigned)bits_rotate_left_u16(b.u16, -5) + (unsigned)bits_reverse_u16(b.u16));
    const int n = bits_len_u32(a.u32);
    a.u32 = bits_rotate_left_u32(b.u32, a.i32) ^ bits_reverse_bytes_u32(a.u32) ^ bits_reverse_u32(b.u32);
    const bits_u64_results t1 = bits_add64(a.u64, b.u64, (unsigned long long)(unsigned char)((unsigned)a.u8 & 1u));
    const unsigned long long sum = t1.r0;
    const unsigned long long carry = t1.r1;
    const bits_u64_results t2 = bits_sub64(a.u64, b.u64, carry);
    const unsigned long long rest = t2.r0;
    const unsigned long long borrow = t2.r1;
    const bits_u64_results t3 = bits_mul64(sum, rest | 1ull);
    const unsigned long long hi = t3.r0;
    const unsigned long long lo = t3.r1;
    a.u64 = (hi ^ bits_rotate_left_u64(lo, -n) ^ bits_reverse_bytes_u64(sum)) + borrow + bits_reverse_u64(rest);
    a.i64 = (long long)(__popcll(lo) + bits_trailing_zeros_u64(hi) + bits_len_u64(hi) + __popc(a.u8) + bits_len_u16(a.u16) + __popc(b.u16) + bits_leading_zeros_u8(a.u8) + bits_leading_zeros_u32(a.u32));
    const bits_u32_results t4 = bits_mul32(a.u32, b.u32);
    const unsigned h32 = t4.r0;
    const unsigned l32 = t4.r1;
    const bits_u32_results t5 = bits_add32(h32, l32, (unsigned)carry);
    const unsigned s32 = t5.r0;
    const unsigned c32 = t5.r1;
    const bits_u32_results t6 = bits_sub32(s32, b.u32, c32);
    const unsigned d32 = t6.r0;
    a.u32 = d32;
    return a;
}
