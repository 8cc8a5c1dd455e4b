// The first lane of each of the two whole segments of 12 lanes receives the maximum of v over its segment.
// Launch: all 32 lanes of a warp; blocks of 32x1x1 threads.

__device__ int twelve_by_source(int v)
{
    unsigned lane = threadIdx.x % 32, at = lane % 12;
    for (unsigned d = 8; d > 0; d /= 2) {
        int o = __shfl_sync(0xffffffff, v, lane < 24 && at + d < 12 ? lane + d : lane);
        v = max(v, o);
    }
    return v;
}

__device__ int twelve_as_width(int v)
{
    for (int d = 8; d > 0; d /= 2)
        v = max(v, __shfl_down_sync(0xffffffff, v, d, 12));
    return v;
}

__device__ int twelve_from_six(int v)
{
    unsigned lane = threadIdx.x % 32, at = lane % 12;
    for (unsigned d = 6; d > 0; d /= 2) {
        int o = __shfl_sync(0xffffffff, v, lane < 24 && at + d < 12 ? lane + d : lane);
        v = max(v, o);
    }
    return v;
}
