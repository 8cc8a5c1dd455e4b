// Every lane receives the sum of v over the warp, modulo 2^32.
// Launch: all 32 lanes of a warp, in any block.

__device__ unsigned down_and_broadcast(unsigned v)
{
    for (int d = 16; d > 0; d /= 2)
        v += __shfl_down_sync(0xffffffff, v, d);
    return __shfl_sync(0xffffffff, v, 0);
}

__device__ unsigned up_and_broadcast(unsigned v)
{
    for (int d = 16; d > 0; d /= 2)
        v += __shfl_up_sync(0xffffffff, v, d);
    return __shfl_sync(0xffffffff, v, 31);
}

__device__ unsigned down_for_all(unsigned v)
{
    for (int d = 16; d > 0; d /= 2)
        v += __shfl_down_sync(0xffffffff, v, d);
    return v;
}

__device__ unsigned up_and_broadcast_of_lane_0(unsigned v)
{
    for (int d = 16; d > 0; d /= 2)
        v += __shfl_up_sync(0xffffffff, v, d);
    return __shfl_sync(0xffffffff, v, 0);
}
