// Every lane receives the sum of v over the warp, modulo 2^32.
// Launch: all 32 lanes of a warp, in any block.

__device__ unsigned width_of_the_warp(unsigned v)
{
    for (int d = 16; d > 0; d /= 2)
        v += __shfl_xor_sync(0xffffffff, v, d, warpSize);
    return v;
}

__device__ unsigned width_of_sixty_four(unsigned v)
{
    for (int d = 16; d > 0; d /= 2)
        v += __shfl_xor_sync(0xffffffff, v, d, 64);
    return v;
}
