// Every lane receives the maximum of v over the warp; NaNs are passed over; -0 < +0.
// Launch: all 32 lanes of a warp, in any block.

__device__ double max_of_doubles(double v)
{
    for (int d = 16; d > 0; d /= 2)
        v = fmax(v, __shfl_xor_sync(0xffffffff, v, d));
    return v;
}

__device__ double max_through_floats(double v)
{
    for (int d = 16; d > 0; d /= 2)
        v = fmax(v, (double)__shfl_xor_sync(0xffffffff, (float)v, d));
    return v;
}
