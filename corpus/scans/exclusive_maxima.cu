// Lane i receives the maximum of v over lanes 0 to i - 1; lane 0 receives INT_MIN.
// Launch: all 32 lanes of a warp; blocks of 32x1x1 threads.

__device__ int inclusive_max(int v)
{
    for (int d = 1; d < 32; d *= 2)
        v = max(v, __shfl_up_sync(0xffffffff, v, d));
    return v;
}

__device__ int first_lane_least(int v)
{
    v = __shfl_up_sync(0xffffffff, inclusive_max(v), 1);
    return threadIdx.x % 32 == 0 ? -2147483647 - 1 : v;
}

__device__ int first_lane_zero(int v)
{
    v = __shfl_up_sync(0xffffffff, inclusive_max(v), 1);
    return threadIdx.x % 32 == 0 ? 0 : v;
}
