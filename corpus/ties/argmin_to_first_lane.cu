// Lane 0 receives the least v of the warp, and through idx the lowest lane that holds it.
// Launch: all 32 lanes of a warp; blocks of 32x1x1 threads.

__device__ int near_tree_keeps_the_left(int v, int *idx)
{
    int at = threadIdx.x % 32;
    for (unsigned d = 1; d < 32; d *= 2) {
        int o = __shfl_down_sync(0xffffffff, v, d);
        int from = __shfl_down_sync(0xffffffff, at, d);
        if (o < v) {
            v = o;
            at = from;
        }
    }
    *idx = at;
    return v;
}

__device__ int far_tree_keeps_the_left(int v, int *idx)
{
    int at = threadIdx.x % 32;
    for (int d = 16; d > 0; d /= 2) {
        int o = __shfl_down_sync(0xffffffff, v, d);
        int from = __shfl_down_sync(0xffffffff, at, d);
        if (o < v) {
            v = o;
            at = from;
        }
    }
    *idx = at;
    return v;
}
