// Every lane receives the sum of v over the warp, modulo 2^32.
// Launch: all 32 lanes of a warp, in any block; width is 32.

__device__ unsigned mask_by_right_shift(unsigned v, int width)
{
    unsigned members = 0xffffffffu >> (32 - width);
    for (int d = width / 2; d > 0; d /= 2)
        v += __shfl_xor_sync(members, v, d);
    return v;
}

__device__ unsigned mask_by_left_shift(unsigned v, int width)
{
    unsigned members = (1u << width) - 1;
    for (int d = width / 2; d > 0; d /= 2)
        v += __shfl_xor_sync(members, v, d);
    return v;
}
