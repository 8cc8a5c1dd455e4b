// Every lane receives the maximum of v over the warp.
// Launch: all 32 lanes of a warp, in any block.

__device__ signed char bytes_with_sign(signed char v)
{
    int best = v;
    for (int d = 16; d > 0; d /= 2)
        best = max(best, __shfl_xor_sync(0xffffffff, best, d));
    return (signed char)best;
}

__device__ signed char bytes_without_sign(signed char v)
{
    int best = (unsigned char)v;
    for (int d = 16; d > 0; d /= 2)
        best = max(best, __shfl_xor_sync(0xffffffff, best, d));
    return (signed char)best;
}
