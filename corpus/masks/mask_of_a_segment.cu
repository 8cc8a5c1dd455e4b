// Every lane receives the sum of v over its segment of 8 lanes, modulo 2^32.
// Launch: all 32 lanes of a warp; blocks of 32x1x1 threads.

__device__ unsigned segment_by_quotient(unsigned v)
{
    unsigned members = 0xffu << threadIdx.x % 32 / 8 * 8;
    for (int d = 4; d > 0; d /= 2)
        v += __shfl_xor_sync(members, v, d);
    return v;
}

__device__ unsigned segment_by_remainder(unsigned v)
{
    unsigned members = 0xffu << threadIdx.x % 32 % 4 * 8;
    for (int d = 4; d > 0; d /= 2)
        v += __shfl_xor_sync(members, v, d);
    return v;
}
