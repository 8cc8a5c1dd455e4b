// Lane i receives the sum of v over lanes 0 to i, modulo 2^32.
// Launch: all 32 lanes of a warp; blocks of 32x1x1 threads.

__device__ unsigned scan_with_guard(unsigned v)
{
    for (unsigned d = 1; d < 32; d *= 2) {
        unsigned o = __shfl_up_sync(0xffffffff, v, d);
        if (threadIdx.x % 32 >= d)
            v += o;
    }
    return v;
}

__device__ unsigned scan_without_guard(unsigned v)
{
    for (unsigned d = 1; d < 32; d *= 2)
        v += __shfl_up_sync(0xffffffff, v, d);
    return v;
}

__device__ unsigned scan_past_the_distance(unsigned v)
{
    for (unsigned d = 1; d < 32; d *= 2) {
        unsigned o = __shfl_up_sync(0xffffffff, v, d);
        if (threadIdx.x % 32 > d)
            v += o;
    }
    return v;
}

__device__ unsigned scan_guarded_for_distance_1(unsigned v)
{
    for (unsigned d = 1; d < 32; d *= 2) {
        unsigned o = __shfl_up_sync(0xffffffff, v, d);
        if (threadIdx.x % 32 >= 1)
            v += o;
    }
    return v;
}

__device__ unsigned scan_to_eight(unsigned v)
{
    for (unsigned d = 1; d < 16; d *= 2) {
        unsigned o = __shfl_up_sync(0xffffffff, v, d);
        if (threadIdx.x % 32 >= d)
            v += o;
    }
    return v;
}
