// Lane i receives v of lane i - 3 of its segment of 8 lanes and true through pred; the first 3 lanes of a segment
// keep v and receive false.
// Launch: all 32 lanes of a warp; blocks of 32x1x1 threads.

__device__ int up_within_eight(int v, bool *pred)
{
    *pred = threadIdx.x % 8 >= 3;
    return __shfl_up_sync(0xffffffff, v, 3, 8);
}

__device__ int up_within_warp(int v, bool *pred)
{
    *pred = threadIdx.x % 8 >= 3;
    return __shfl_up_sync(0xffffffff, v, 3);
}

__device__ int up_if_past_the_distance(int v, bool *pred)
{
    *pred = threadIdx.x % 8 > 3;
    return __shfl_up_sync(0xffffffff, v, 3, 8);
}
