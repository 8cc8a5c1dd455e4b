// Lane i receives the sum of v over the lanes at or before it in its segment of 16 lanes, modulo 2^32.
// Launch: all 32 lanes of a warp; blocks of 32x1x1 threads.

__device__ unsigned guard_by_position(unsigned v)
{
    for (unsigned d = 1; d < 16; d *= 2) {
        unsigned o = __shfl_up_sync(0xffffffff, v, d);
        if (threadIdx.x % 16 >= d)
            v += o;
    }
    return v;
}

__device__ unsigned guard_by_lane(unsigned v)
{
    for (unsigned d = 1; d < 16; d *= 2) {
        unsigned o = __shfl_up_sync(0xffffffff, v, d);
        if (threadIdx.x % 32 >= d)
            v += o;
    }
    return v;
}

__device__ unsigned guard_by_lane_in_a_width(unsigned v)
{
    for (unsigned d = 1; d < 16; d *= 2) {
        unsigned o = __shfl_up_sync(0xffffffff, v, d, 16);
        if (threadIdx.x % 32 >= d)
            v += o;
    }
    return v;
}
