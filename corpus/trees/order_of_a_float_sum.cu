// Every lane receives the sum of v over the warp in the tree of distances 1, 2, 4, 8, 16, each sum rounded once.
// Launch: all 32 lanes of a warp, in any block.

__device__ float neighbours_first(float v)
{
    for (int d = 1; d < 32; d *= 2)
        v = __fadd_rn(v, __shfl_xor_sync(0xffffffff, v, d));
    return v;
}

__device__ float halves_first(float v)
{
    for (int d = 16; d > 0; d /= 2)
        v = __fadd_rn(v, __shfl_xor_sync(0xffffffff, v, d));
    return v;
}

__device__ float lanes_in_a_row(float v)
{
    float sum = __shfl_sync(0xffffffff, v, 0);
    for (int lane = 1; lane < 32; lane++)
        sum = __fadd_rn(sum, __shfl_sync(0xffffffff, v, lane));
    return sum;
}
