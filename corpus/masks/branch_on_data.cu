// Lanes 2k and 2k+1 receive the greater of their two values, for every k.
// Launch: all 32 lanes of a warp, in any block.

__device__ int shuffle_then_choose(int v)
{
    int o = __shfl_xor_sync(0xffffffff, v, 1);
    if (o > v)
        v = o;
    return v;
}

__device__ int shuffle_if_not_least(int v)
{
    if (v > -2147483647 - 1)
        v = max(v, __shfl_xor_sync(0xffffffff, v, 1));
    return v;
}
