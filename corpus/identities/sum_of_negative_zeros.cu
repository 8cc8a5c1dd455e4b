// Every lane receives the sum of v over the lanes whose bit is set in mask, in the tree of distances 1, 2, 4, 8, 16,
// each sum rounded once; members that are all -0 give -0. All 32 lanes call.
// Launch: all 32 lanes of a warp; blocks of 32x1x1 threads.

__device__ float sum_from_negative_zero(unsigned mask, float v)
{
    v = mask >> threadIdx.x % 32 & 1 ? v : -0.0f;
    for (int d = 1; d < 32; d *= 2)
        v = __fadd_rn(v, __shfl_xor_sync(0xffffffff, v, d));
    return v;
}

__device__ float sum_from_positive_zero(unsigned mask, float v)
{
    v = mask >> threadIdx.x % 32 & 1 ? v : 0.0f;
    for (int d = 1; d < 32; d *= 2)
        v = __fadd_rn(v, __shfl_xor_sync(0xffffffff, v, d));
    return v;
}
