// Every lane receives the sum of v * v over the warp, each product rounded once, in the tree of distances 1, 2, 4,
// 8, 16, each sum rounded once.
// Launch: all 32 lanes of a warp, in any block.

__device__ float square_then_add(float v)
{
    float q = __fmul_rn(v, v);
    for (int d = 1; d < 32; d *= 2)
        q = __fadd_rn(q, __shfl_xor_sync(0xffffffff, q, d));
    return q;
}

__device__ float square_in_the_sum(float v)
{
    float o = __shfl_xor_sync(0xffffffff, v, 1);
    float q = __fmaf_rn(v, v, __fmul_rn(o, o));
    for (int d = 2; d < 32; d *= 2)
        q = __fadd_rn(q, __shfl_xor_sync(0xffffffff, q, d));
    return q;
}

__device__ float square_of_the_sum(float v)
{
    for (int d = 1; d < 32; d *= 2)
        v = __fadd_rn(v, __shfl_xor_sync(0xffffffff, v, d));
    return __fmul_rn(v, v);
}
