// Lane 0 of a warp of 32 lanes receives the sum of v over the warp, modulo 2^32.
// Launch: all 32 lanes of a warp, in any block.

__device__ unsigned sum_from_16(unsigned v)
{
    for (int d = 16; d > 0; d /= 2)
        v += __shfl_down_sync(0xffffffff, v, d);
    return v;
}

__device__ unsigned sum_by_mask_of_64_bits(unsigned v)
{
    unsigned long long members = 0xffffffffffffffffull;
    for (int d = 16; d > 0; d /= 2)
        v += __shfl_down_sync(members, v, d);
    return v;
}

__device__ unsigned sum_from_32(unsigned v)
{
    for (int d = 32; d > 0; d /= 2)
        v += __shfl_down_sync(0xffffffff, v, d);
    return v;
}
