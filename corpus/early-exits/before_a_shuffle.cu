// Every lane receives the maximum of v over the lanes whose bit is set in mask; all 32 lanes call. Without members
// it is INT_MIN.
// Launch: all 32 lanes of a warp; blocks of 32x1x1 threads.

__device__ int others_go_on(unsigned mask, int v)
{
    bool member = mask >> threadIdx.x % 32 & 1;
    int best = member ? v : -2147483647 - 1;
    for (int d = 16; d > 0; d /= 2)
        best = max(best, __shfl_xor_sync(0xffffffff, best, d));
    return best;
}

__device__ int others_return(unsigned mask, int v)
{
    if (!(mask >> threadIdx.x % 32 & 1))
        return -2147483647 - 1;
    for (int d = 16; d > 0; d /= 2)
        v = max(v, __shfl_xor_sync(0xffffffff, v, d));
    return v;
}
