// Every lane receives the maximum of v over the warp.
// Launch: all 32 lanes of a warp, in any block.

__device__ unsigned max_named_by_contract(unsigned v)
{
    for (int d = 16; d > 0; d /= 2)
        v = max(v, __shfl_xor_sync(0xffffffff, v, d));
    return v;
}

__device__ unsigned max_named_by_activemask(unsigned v)
{
    unsigned members = __activemask();
    for (int d = 16; d > 0; d /= 2)
        v = max(v, __shfl_xor_sync(members, v, d));
    return v;
}
