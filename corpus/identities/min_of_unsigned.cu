// Every lane receives the minimum of v over the lanes whose bit is set in mask; all 32 lanes call. Without members
// it is 0xffffffff.
// Launch: all 32 lanes of a warp; blocks of 32x1x1 threads.

__device__ unsigned min_from_all_ones(unsigned mask, unsigned v)
{
    v = mask >> threadIdx.x % 32 & 1 ? v : 0xffffffffu;
    for (int d = 16; d > 0; d /= 2)
        v = min(v, __shfl_xor_sync(0xffffffff, v, d));
    return v;
}

__device__ unsigned min_from_int_max(unsigned mask, unsigned v)
{
    v = mask >> threadIdx.x % 32 & 1 ? v : 0x7fffffffu;
    for (int d = 16; d > 0; d /= 2)
        v = min(v, __shfl_xor_sync(0xffffffff, v, d));
    return v;
}
