// Every lane receives the maximum of |v| over the warp; NaNs are passed over.
// Launch: all 32 lanes of a warp, in any block.

__device__ float magnitude_first(float v)
{
    v = fabsf(v);
    for (int d = 16; d > 0; d /= 2)
        v = fmaxf(v, __shfl_xor_sync(0xffffffff, v, d));
    return v;
}

__device__ float magnitude_last(float v)
{
    for (int d = 16; d > 0; d /= 2)
        v = fmaxf(v, __shfl_xor_sync(0xffffffff, v, d));
    return fabsf(v);
}
