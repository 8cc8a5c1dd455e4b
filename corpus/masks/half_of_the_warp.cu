// Lane 0 of the warp receives the sum of v over its 32 lanes, modulo 2^32.
// Launch: all 32 lanes of a warp, in any block.

__device__ unsigned sum_named_by_all(unsigned v)
{
    for (int d = 16; d > 0; d /= 2)
        v += __shfl_down_sync(0xffffffff, v, d);
    return v;
}

__device__ unsigned sum_named_by_half(unsigned v)
{
    for (int d = 16; d > 0; d /= 2)
        v += __shfl_down_sync(0x0000ffff, v, d);
    return v;
}
