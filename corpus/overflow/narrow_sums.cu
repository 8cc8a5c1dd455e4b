// Every lane receives the sum of v over the warp, modulo 2^64.
// Launch: all 32 lanes of a warp, in any block.

__device__ long long sums_of_64_bits(long long v)
{
    unsigned long long sum = v;
    for (int d = 16; d > 0; d /= 2)
        sum += __shfl_xor_sync(0xffffffff, sum, d);
    return (long long)sum;
}

__device__ long long sums_of_32_bits(long long v)
{
    unsigned sum = (unsigned)v;
    for (int d = 16; d > 0; d /= 2)
        sum += __shfl_xor_sync(0xffffffff, sum, d);
    return (int)sum;
}
