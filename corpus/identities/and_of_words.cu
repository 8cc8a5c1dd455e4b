// Every lane receives the bitwise and of v over the lanes whose bit is set in mask; all 32 lanes call.
// Launch: all 32 lanes of a warp; blocks of 32x1x1 threads.

__device__ unsigned and_from_all_ones(unsigned mask, unsigned v)
{
    v = mask >> threadIdx.x % 32 & 1 ? v : ~0u;
    for (int d = 16; d > 0; d /= 2)
        v &= __shfl_xor_sync(0xffffffff, v, d);
    return v;
}

__device__ unsigned and_from_one(unsigned mask, unsigned v)
{
    v = mask >> threadIdx.x % 32 & 1 ? v : 1u;
    for (int d = 16; d > 0; d /= 2)
        v &= __shfl_xor_sync(0xffffffff, v, d);
    return v;
}
