// Every lane receives the sum of v over the warp, modulo 2^64.
// Launch: all 32 lanes of a warp, in any block.

__device__ unsigned long long whole_words(unsigned long long v)
{
    for (int d = 16; d > 0; d /= 2)
        v += __shfl_xor_sync(0xffffffff, v, d);
    return v;
}

__device__ unsigned long long two_halves(unsigned long long v)
{
    for (int d = 16; d > 0; d /= 2) {
        unsigned low = __shfl_xor_sync(0xffffffff, (unsigned)v, d);
        unsigned high = __shfl_xor_sync(0xffffffff, (unsigned)(v >> 32), d);
        v += (unsigned long long)high << 32 | low;
    }
    return v;
}

__device__ unsigned long long lower_half_only(unsigned long long v)
{
    for (int d = 16; d > 0; d /= 2)
        v += __shfl_xor_sync(0xffffffff, (unsigned)v, d);
    return v;
}

__device__ unsigned long long halves_added_apart(unsigned long long v)
{
    unsigned low = (unsigned)v, high = (unsigned)(v >> 32);
    for (int d = 16; d > 0; d /= 2) {
        low += __shfl_xor_sync(0xffffffff, low, d);
        high += __shfl_xor_sync(0xffffffff, high, d);
    }
    return (unsigned long long)high << 32 | low;
}
