// Lane i of a warp of 32 lanes receives the sum of v over lanes 0 to i, modulo 2^32.
// Launch: all 32 lanes of a warp; blocks of 32x1x1 threads.

__device__ unsigned guarded_to_32(unsigned v)
{
    for (unsigned d = 1; d < 64; d *= 2) {
        unsigned o = __shfl_up_sync(0xffffffff, v, d);
        if (threadIdx.x % 32 >= d)
            v += o;
    }
    return v;
}

__device__ unsigned guarded_by_64_lanes(unsigned v)
{
    for (unsigned d = 1; d < 64; d *= 2) {
        unsigned o = __shfl_up_sync(0xffffffff, v, d);
        if (threadIdx.x % 64 >= d)
            v += o;
    }
    return v;
}
