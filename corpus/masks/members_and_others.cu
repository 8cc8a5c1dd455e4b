// Every lane receives the maximum of v over the lanes whose bit is set in mask. All 32 lanes make the call; without
// members the result is INT_MIN.
// Launch: all 32 lanes of a warp; blocks of 32x1x1 threads.

__device__ int max_of_selected(unsigned mask, int v)
{
    if (!(mask >> (threadIdx.x % 32) & 1))
        v = -2147483647 - 1;
    for (int d = 16; d > 0; d /= 2)
        v = max(v, __shfl_xor_sync(0xffffffff, v, d));
    return v;
}

__device__ int max_under_mask(unsigned mask, int v)
{
    for (int d = 16; d > 0; d /= 2)
        v = max(v, __shfl_xor_sync(mask, v, d));
    return v;
}
