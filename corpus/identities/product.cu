// Every lane receives the product of v over the lanes whose bit is set in mask, modulo 2^32; all 32 lanes call.
// Launch: all 32 lanes of a warp; blocks of 32x1x1 threads.

__device__ unsigned product_from_one(unsigned mask, unsigned v)
{
    v = mask >> threadIdx.x % 32 & 1 ? v : 1;
    for (int d = 16; d > 0; d /= 2)
        v *= __shfl_xor_sync(0xffffffff, v, d);
    return v;
}

__device__ unsigned product_from_zero(unsigned mask, unsigned v)
{
    v = mask >> threadIdx.x % 32 & 1 ? v : 0;
    for (int d = 16; d > 0; d /= 2)
        v *= __shfl_xor_sync(0xffffffff, v, d);
    return v;
}
