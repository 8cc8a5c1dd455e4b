// Lanes 2k and 2k+1 receive the greater of their two values, for every k.
// Launch: all 32 lanes of a warp; blocks of 32x1x1 threads.

__device__ int pairs_in_two_branches(int v)
{
    int o;
    if (threadIdx.x % 32 < 16)
        o = __shfl_xor_sync(0x0000ffff, v, 1);
    else
        o = __shfl_xor_sync(0xffff0000, v, 1);
    return max(v, o);
}

__device__ int pairs_in_two_branches_named_full(int v)
{
    int o;
    if (threadIdx.x % 32 < 16)
        o = __shfl_xor_sync(0xffffffff, v, 1);
    else
        o = ~__shfl_xor_sync(0xffffffff, ~v, 1);
    return max(v, o);
}
