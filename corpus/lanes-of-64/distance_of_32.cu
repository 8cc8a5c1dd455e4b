// Every lane receives the maximum of v over the warp of 32 lanes.
// Launch: all 32 lanes of a warp, in any block.

__device__ int max_from_32(int v)
{
    for (int d = 32; d > 0; d /= 2)
        v = max(v, __shfl_down_sync(0xffffffff, v, d));
    return __shfl_sync(0xffffffff, v, 0);
}

__device__ int max_from_lane_63(int v)
{
    for (int d = 32; d > 0; d /= 2)
        v = max(v, __shfl_down_sync(0xffffffff, v, d));
    return __shfl_sync(0xffffffff, v, 63);
}
