// Every lane receives the bitwise or of v over the warp.
// Launch: all 32 lanes of a warp, in any block.

__device__ unsigned all_rounds(unsigned v)
{
    for (int d = 16; d > 0; d /= 2)
        v |= __shfl_xor_sync(0xffffffff, v, d);
    return v;
}

__device__ unsigned until_all_bits_are_set(unsigned v)
{
    for (int d = 16; d > 0; d /= 2) {
        if (v == 0xffffffff)
            break;
        v |= __shfl_xor_sync(0xffffffff, v, d);
    }
    return v;
}
