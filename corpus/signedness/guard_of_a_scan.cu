// Lane i receives the sum of v over lanes 0 to i, modulo 2^32.
// Launch: all 32 lanes of a warp; blocks of 32x1x1 threads.

__device__ unsigned guard_by_signed_difference(unsigned v)
{
    int lane = threadIdx.x % 32;
    for (int d = 1; d < 32; d *= 2) {
        unsigned o = __shfl_up_sync(0xffffffff, v, d);
        if (lane - d >= 0)
            v += o;
    }
    return v;
}

__device__ unsigned guard_by_unsigned_difference(unsigned v)
{
    unsigned lane = threadIdx.x % 32;
    for (unsigned d = 1; d < 32; d *= 2) {
        unsigned o = __shfl_up_sync(0xffffffff, v, d);
        if (lane - d >= 0)
            v += o;
    }
    return v;
}
