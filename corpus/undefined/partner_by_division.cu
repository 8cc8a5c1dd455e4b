// Lanes 2k and 2k + 1 receive the greater of their two values, for every k.
// Launch: all 32 lanes of a warp; blocks of 32x1x1 threads.

__device__ int partner_by_parity(int v)
{
    int lane = threadIdx.x % 32;
    return max(v, __shfl_sync(0xffffffff, v, lane % 2 == 0 ? lane + 1 : lane - 1));
}

__device__ int partner_by_quotient(int v)
{
    int lane = threadIdx.x % 32, one = lane / lane;
    return max(v, __shfl_sync(0xffffffff, v, lane ^ one));
}
