// Every lane receives the greatest v of the warp, and through idx the lowest lane that holds it.
// Launch: all 32 lanes of a warp; blocks of 32x1x1 threads.

__device__ int greater_or_lower_lane(int v, int *idx)
{
    int at = threadIdx.x % 32;
    for (int d = 16; d > 0; d /= 2) {
        int o = __shfl_xor_sync(0xffffffff, v, d);
        int from = __shfl_xor_sync(0xffffffff, at, d);
        if (o > v || (o == v && from < at)) {
            v = o;
            at = from;
        }
    }
    *idx = at;
    return v;
}

__device__ int strictly_greater(int v, int *idx)
{
    int at = threadIdx.x % 32;
    for (int d = 16; d > 0; d /= 2) {
        int o = __shfl_xor_sync(0xffffffff, v, d);
        int from = __shfl_xor_sync(0xffffffff, at, d);
        if (o > v) {
            v = o;
            at = from;
        }
    }
    *idx = at;
    return v;
}

__device__ int greater_or_equal(int v, int *idx)
{
    int at = threadIdx.x % 32;
    for (int d = 16; d > 0; d /= 2) {
        int o = __shfl_xor_sync(0xffffffff, v, d);
        int from = __shfl_xor_sync(0xffffffff, at, d);
        if (o >= v) {
            v = o;
            at = from;
        }
    }
    *idx = at;
    return v;
}
