// Every lane receives the maximum of v over the warp; NaNs are passed over, and it is NaN only if all are; -0 < +0.
// Launch: all 32 lanes of a warp, in any block.

__device__ float max_that_passes_over_nan(float v)
{
    for (int d = 16; d > 0; d /= 2)
        v = fmaxf(v, __shfl_xor_sync(0xffffffff, v, d));
    return v;
}

__device__ float max_by_greater(float v)
{
    for (int d = 16; d > 0; d /= 2) {
        float o = __shfl_xor_sync(0xffffffff, v, d);
        v = v > o ? v : o;
    }
    return v;
}
