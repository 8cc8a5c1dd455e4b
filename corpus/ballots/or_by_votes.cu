// Every lane receives the bitwise or of v over the warp.
// Launch: all 32 lanes of a warp, in any block.

__device__ unsigned a_vote_a_bit(unsigned v)
{
    unsigned all = 0;
    for (int b = 0; b < 32; b++)
        all |= (__ballot_sync(0xffffffff, v >> b & 1) != 0) << b;
    return all;
}

__device__ unsigned a_vote_a_bit_as_signed(unsigned v)
{
    unsigned all = 0;
    for (int b = 0; b < 32; b++)
        all |= ((int)__ballot_sync(0xffffffff, v >> b & 1) > 0) << b;
    return all;
}

__device__ unsigned a_vote_of_all(unsigned v)
{
    unsigned all = 0;
    for (int b = 0; b < 32; b++)
        all |= (unsigned)(__all_sync(0xffffffff, v >> b & 1) != 0) << b;
    return all;
}
