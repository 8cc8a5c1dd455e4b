// Every lane receives the minimum of v over the warp; NaNs are passed over; -0 < +0.
// Launch: all 32 lanes of a warp, in any block.

__device__ float min_by_instruction(float v)
{
    for (int d = 16; d > 0; d /= 2)
        v = fminf(v, __shfl_xor_sync(0xffffffff, v, d));
    return v;
}

__device__ float min_by_less_without_nan(float v)
{
    for (int d = 16; d > 0; d /= 2) {
        float o = __shfl_xor_sync(0xffffffff, v, d);
        v = o < v || v != v ? o : v;
    }
    return v;
}
