// The first lane of each segment of 8 lanes receives the sum of v over its segment, modulo 2^32.
// Launch: all 32 lanes of a warp, in any block.

__device__ unsigned down_with_a_width(unsigned v)
{
    for (int d = 4; d > 0; d /= 2)
        v += __shfl_down_sync(0xffffffff, v, d, 8);
    return v;
}

__device__ unsigned down_without_a_width(unsigned v)
{
    for (int d = 4; d > 0; d /= 2)
        v += __shfl_down_sync(0xffffffff, v, d);
    return v;
}

__device__ unsigned down_from_sixteen(unsigned v)
{
    for (int d = 16; d > 0; d /= 2)
        v += __shfl_down_sync(0xffffffff, v, d, 8);
    return v;
}

__device__ unsigned down_across_segments(unsigned v)
{
    for (int d = 16; d > 0; d /= 2)
        v += __shfl_down_sync(0xffffffff, v, d);
    return v;
}
