// Every lane receives the maximum of v over the warp.
// Launch: all 32 lanes of a warp; blocks of 32x1x1 threads.

__device__ int set_in_both_branches(int v)
{
    int most;
    if (threadIdx.x % 32 < 16)
        most = v;
    else
        most = max(v, -2147483647 - 1);
    for (int d = 16; d > 0; d /= 2)
        most = max(most, __shfl_xor_sync(0xffffffff, most, d));
    return most;
}

__device__ int set_in_one_branch(int v)
{
    int most;
    if (threadIdx.x % 32 < 16)
        most = v;
    for (int d = 16; d > 0; d /= 2)
        most = max(most, __shfl_xor_sync(0xffffffff, most, d));
    return most;
}
