// Every lane receives the sum of v over the warp, modulo 2^32.
// Launch: all 32 lanes of a warp, in any block.

__device__ unsigned no_result_is_special(unsigned v)
{
    for (int d = 16; d > 0; d /= 2)
        v += __shfl_xor_sync(0xffffffff, v, d);
    return v;
}

__device__ unsigned one_result_means_none(unsigned v)
{
    for (int d = 16; d > 0; d /= 2)
        v += __shfl_xor_sync(0xffffffff, v, d);
    return v == 0x9e3779b9u ? 0 : v;
}
