// Every lane receives the maximum of v over the warp.
// Launch: all 32 lanes of a warp, in any block.

__device__ unsigned no_element_is_special(unsigned v)
{
    for (int d = 16; d > 0; d /= 2)
        v = max(v, __shfl_xor_sync(0xffffffff, v, d));
    return v;
}

__device__ unsigned one_element_means_none(unsigned v)
{
    if (v == 0x9e3779b9u)
        v = 0;
    for (int d = 16; d > 0; d /= 2)
        v = max(v, __shfl_xor_sync(0xffffffff, v, d));
    return v;
}
