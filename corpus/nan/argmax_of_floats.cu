// Every lane receives the greatest v of the warp and through idx the lowest lane that holds it; -0 < +0. A NaN loses
// to every number; if all are NaN, lane 0 wins.
// Launch: all 32 lanes of a warp, in any block; sm_80 and later.

__device__ float argmax_of_ordered_keys(float v, int *idx)
{
    int bits = __float_as_int(v);
    int key = bits ^ (bits >> 31 & 0x7fffffff);
    if (v != v)
        key = -2147483647 - 1;
    int best = __reduce_max_sync(0xffffffff, key);
    int at = __ffs(__ballot_sync(0xffffffff, key == best)) - 1;
    *idx = at;
    return __shfl_sync(0xffffffff, v, at);
}

__device__ float argmax_that_never_leaves_nan(float v, int *idx)
{
    float best = __shfl_sync(0xffffffff, v, 0);
    int at = 0;
    for (int lane = 1; lane < 32; lane++) {
        float o = __shfl_sync(0xffffffff, v, lane);
        if (o > best) {
            best = o;
            at = lane;
        }
    }
    *idx = at;
    return best;
}
