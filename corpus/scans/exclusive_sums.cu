// Lane i receives the sum of v over lanes 0 to i - 1, modulo 2^32; lane 0 receives 0.
// Launch: all 32 lanes of a warp; blocks of 32x1x1 threads.

__device__ unsigned inclusive(unsigned v)
{
    for (unsigned d = 1; d < 32; d *= 2) {
        unsigned o = __shfl_up_sync(0xffffffff, v, d);
        if (threadIdx.x % 32 >= d)
            v += o;
    }
    return v;
}

__device__ unsigned inclusive_minus_own(unsigned v) { return inclusive(v) - v; }

__device__ unsigned inclusive_of_the_lane_before(unsigned v)
{
    v = __shfl_up_sync(0xffffffff, inclusive(v), 1);
    return threadIdx.x % 32 == 0 ? 0 : v;
}

__device__ unsigned inclusive_moved_up(unsigned v) { return __shfl_up_sync(0xffffffff, inclusive(v), 1); }

__device__ unsigned inclusive_turned(unsigned v)
{
    return __shfl_sync(0xffffffff, inclusive(v), threadIdx.x + 31);
}
