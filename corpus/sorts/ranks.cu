// In each segment of 8 lanes, the lane at position i receives the element of rank i among the v of its segment.
// Launch: all 32 lanes of a warp; blocks of 32x1x1 threads.

__device__ int ranks_without_ties(int v)
{
    unsigned at = threadIdx.x % 8, rank = 0;
    for (unsigned i = 0; i < 8; i++) {
        int o = __shfl_sync(0xffffffff, v, i, 8);
        rank += o < v || (o == v && i < at);
    }
    int best = v;
    for (unsigned i = 0; i < 8; i++) {
        unsigned of = __shfl_sync(0xffffffff, rank, i, 8);
        int o = __shfl_sync(0xffffffff, v, i, 8);
        if (of == at)
            best = o;
    }
    return best;
}

__device__ int ranks_with_ties(int v)
{
    unsigned at = threadIdx.x % 8, rank = 0;
    for (unsigned i = 0; i < 8; i++)
        rank += __shfl_sync(0xffffffff, v, i, 8) < v;
    int best = 0;
    for (unsigned i = 0; i < 8; i++) {
        unsigned of = __shfl_sync(0xffffffff, rank, i, 8);
        int o = __shfl_sync(0xffffffff, v, i, 8);
        if (of == at)
            best = o;
    }
    return best;
}
