// Every lane receives the greatest v of the warp, and through idx the lowest lane that holds it.
// Launch: all 32 lanes of a warp, in any block.

__device__ unsigned greatest_of_warp(unsigned v)
{
    for (int d = 16; d > 0; d /= 2)
        v = max(v, __shfl_xor_sync(0xffffffff, v, d));
    return v;
}

__device__ unsigned lowest_bit_of_the_ballot(unsigned v, int *idx)
{
    unsigned best = greatest_of_warp(v);
    *idx = __ffs(__ballot_sync(0xffffffff, v == best)) - 1;
    return best;
}

__device__ unsigned highest_bit_of_the_ballot(unsigned v, int *idx)
{
    unsigned best = greatest_of_warp(v);
    *idx = 31 - __clz(__ballot_sync(0xffffffff, v == best));
    return best;
}

__device__ unsigned first_set_counted_from_one(unsigned v, int *idx)
{
    unsigned best = greatest_of_warp(v);
    *idx = __ffs(__ballot_sync(0xffffffff, v == best));
    return best;
}
