// Every lane receives the maximum of v over its segment of 16 lanes.
// Launch: all 32 lanes of a warp, in any block.

__device__ int butterfly_from_eight(int v)
{
    for (int d = 8; d > 0; d /= 2)
        v = max(v, __shfl_xor_sync(0xffffffff, v, d));
    return v;
}

__device__ int butterfly_from_sixteen(int v)
{
    for (int d = 16; d > 0; d /= 2)
        v = max(v, __shfl_xor_sync(0xffffffff, v, d));
    return v;
}

__device__ int butterfly_to_two(int v)
{
    for (int d = 8; d > 1; d /= 2)
        v = max(v, __shfl_xor_sync(0xffffffff, v, d));
    return v;
}
