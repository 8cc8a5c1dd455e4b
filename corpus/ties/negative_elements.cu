// Every lane receives the greatest v of the warp, and through idx the lowest lane that holds it.
// Launch: all 32 lanes of a warp; blocks of 32x1x1 threads.

__device__ int argmax_from_lane_0(int v, int *idx)
{
    int best = __shfl_sync(0xffffffff, v, 0), at = 0;
    for (int lane = 1; lane < 32; lane++) {
        int o = __shfl_sync(0xffffffff, v, lane);
        if (o > best) {
            best = o;
            at = lane;
        }
    }
    *idx = at;
    return best;
}

__device__ int argmax_from_zero(int v, int *idx)
{
    int best = 0, at = -1;
    for (int lane = 0; lane < 32; lane++) {
        int o = __shfl_sync(0xffffffff, v, lane);
        if (o > best) {
            best = o;
            at = lane;
        }
    }
    *idx = at;
    return best;
}

__device__ int argmax_from_least(int v, int *idx)
{
    int best = -2147483647 - 1, at = 2147483647;
    for (int lane = 0; lane < 32; lane++) {
        int o = __shfl_sync(0xffffffff, v, lane);
        if (o > best) {
            best = o;
            at = lane;
        }
    }
    *idx = at;
    return best;
}
