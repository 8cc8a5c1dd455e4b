// Every lane receives the minimum of v over the warp.
// Launch: all 32 lanes of a warp, in any block.

__device__ int return_in_all_cases(int v)
{
    for (int d = 16; d > 0; d /= 2)
        v = min(v, __shfl_xor_sync(0xffffffff, v, d));
    if (v < 0)
        return v;
    return v;
}

__device__ int return_of_negative_only(int v)
{
    for (int d = 16; d > 0; d /= 2)
        v = min(v, __shfl_xor_sync(0xffffffff, v, d));
    if (v < 0)
        return v;
}
