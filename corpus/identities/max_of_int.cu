// Every lane receives the maximum of v over the lanes whose bit is set in mask; all 32 lanes call. Without members
// it is INT_MIN.
// Launch: all 32 lanes of a warp; blocks of 32x1x1 threads.

__device__ int max_from_least(unsigned mask, int v)
{
    v = mask >> threadIdx.x % 32 & 1 ? v : -2147483647 - 1;
    for (int d = 16; d > 0; d /= 2)
        v = max(v, __shfl_xor_sync(0xffffffff, v, d));
    return v;
}

__device__ int max_from_zero(unsigned mask, int v)
{
    v = mask >> threadIdx.x % 32 & 1 ? v : 0;
    for (int d = 16; d > 0; d /= 2)
        v = max(v, __shfl_xor_sync(0xffffffff, v, d));
    return v;
}

__device__ int max_from_minus_greatest(unsigned mask, int v)
{
    v = mask >> threadIdx.x % 32 & 1 ? v : -2147483647;
    for (int d = 16; d > 0; d /= 2)
        v = max(v, __shfl_xor_sync(0xffffffff, v, d));
    return v;
}
