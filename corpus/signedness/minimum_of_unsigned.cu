// Every lane receives the minimum of v over the warp.
// Launch: all 32 lanes of a warp, in any block.

__device__ unsigned min_as_unsigned(unsigned v)
{
    for (int d = 16; d > 0; d /= 2)
        v = min(v, __shfl_xor_sync(0xffffffff, v, d));
    return v;
}

__device__ unsigned min_as_int(unsigned v)
{
    int best = (int)v;
    for (int d = 16; d > 0; d /= 2)
        best = min(best, __shfl_xor_sync(0xffffffff, best, d));
    return (unsigned)best;
}
