// Lane base + i receives v of lane base + (i + 5) mod 12 of its segment of 12 lanes, for the two whole segments;
// lanes 24 to 31 keep theirs.
// Launch: all 32 lanes of a warp; blocks of 32x1x1 threads.

__device__ int turn_by_remainder(int v)
{
    unsigned lane = threadIdx.x % 32, base = lane / 12 * 12;
    return __shfl_sync(0xffffffff, v, lane < 24 ? base + (lane - base + 5) % 12 : lane);
}

__device__ int turn_by_mask(int v)
{
    unsigned lane = threadIdx.x % 32, base = lane / 12 * 12;
    return __shfl_sync(0xffffffff, v, lane < 24 ? base + (lane - base + 5 & 11) : lane);
}

__device__ int turn_of_all_lanes(int v)
{
    unsigned lane = threadIdx.x % 32, base = lane / 12 * 12;
    return __shfl_sync(0xffffffff, v, base + (lane - base + 5) % 12);
}
