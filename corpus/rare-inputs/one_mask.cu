// Every lane receives the bitwise xor of v over the lanes whose bit is set in mask; all 32 lanes call.
// Launch: all 32 lanes of a warp; blocks of 32x1x1 threads.

__device__ unsigned no_mask_is_special(unsigned mask, unsigned v)
{
    v = mask >> threadIdx.x % 32 & 1 ? v : 0;
    for (int d = 16; d > 0; d /= 2)
        v ^= __shfl_xor_sync(0xffffffff, v, d);
    return v;
}

__device__ unsigned one_mask_means_all(unsigned mask, unsigned v)
{
    v = mask == 1 || mask >> threadIdx.x % 32 & 1 ? v : 0;
    for (int d = 16; d > 0; d /= 2)
        v ^= __shfl_xor_sync(0xffffffff, v, d);
    return v;
}

__device__ unsigned one_rare_mask_means_all(unsigned mask, unsigned v)
{
    v = mask == 0x9e3779b9u || mask >> threadIdx.x % 32 & 1 ? v : 0;
    for (int d = 16; d > 0; d /= 2)
        v ^= __shfl_xor_sync(0xffffffff, v, d);
    return v;
}
