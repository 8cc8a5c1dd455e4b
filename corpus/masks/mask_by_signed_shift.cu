// Every lane receives the bitwise or of v over the lanes whose bit is set in mask; all 32 lanes call.
// Launch: all 32 lanes of a warp; blocks of 32x1x1 threads.

__device__ unsigned or_of_nonzero_bit(unsigned mask, unsigned v)
{
    if ((mask & 1u << threadIdx.x % 32) == 0)
        v = 0;
    for (int d = 16; d > 0; d /= 2)
        v |= __shfl_xor_sync(0xffffffff, v, d);
    return v;
}

__device__ unsigned or_of_positive_bit(unsigned mask, unsigned v)
{
    if (!((int)(mask & 1u << threadIdx.x % 32) > 0))
        v = 0;
    for (int d = 16; d > 0; d /= 2)
        v |= __shfl_xor_sync(0xffffffff, v, d);
    return v;
}
