// In the warp, lane r receives v of the lane of mask that has r lanes of mask before it; other lanes keep v. Every
// lane receives the number of lanes of mask through count. All 32 lanes call.
// Launch: all 32 lanes of a warp; blocks of 32x1x1 threads.

__device__ int source_by_rank(unsigned mask, int v, int *count)
{
    unsigned lane = threadIdx.x % 32, from = lane;
    for (unsigned i = 0; i < 32; i++)
        if ((mask >> i & 1) && __popc(mask & (1u << i) - 1) == lane)
            from = i;
    *count = __popc(mask);
    return __shfl_sync(0xffffffff, v, from);
}

__device__ int source_by_rank_from_one(unsigned mask, int v, int *count)
{
    unsigned lane = threadIdx.x % 32, from = lane;
    for (unsigned i = 0; i < 32; i++)
        if ((mask >> i & 1) && __popc(mask & (2u << i) - 1) == lane)
            from = i;
    *count = __popc(mask);
    return __shfl_sync(0xffffffff, v, from);
}

__device__ int count_of_lower_half(unsigned mask, int v, int *count)
{
    unsigned lane = threadIdx.x % 32, from = lane;
    for (unsigned i = 0; i < 32; i++)
        if ((mask >> i & 1) && __popc(mask & (1u << i) - 1) == lane)
            from = i;
    *count = __popc((unsigned short)mask);
    return __shfl_sync(0xffffffff, v, from);
}
