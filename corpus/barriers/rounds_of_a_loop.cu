// Thread 0 receives the maximum of v over the block of 96 threads. The next call may follow at once.
// Launch: all threads of blocks of 96x1x1.

__device__ int same_rounds_for_all(int v)
{
    __shared__ int at[32];
    int best = v;
    for (unsigned w = 0; w < 3; w++) {
        if (threadIdx.x / 32 == w)
            at[threadIdx.x % 32] = v;
        __syncthreads();
        best = max(best, at[threadIdx.x % 32]);
        __syncthreads();
    }
    for (int d = 16; d > 0; d /= 2)
        best = max(best, __shfl_xor_sync(0xffffffff, best, d));
    return best;
}

__device__ int rounds_by_warp(int v)
{
    __shared__ int at[32];
    int best = v;
    for (unsigned w = 0; w <= threadIdx.x / 32; w++) {
        if (threadIdx.x / 32 == w)
            at[threadIdx.x % 32] = v;
        __syncthreads();
        best = max(best, at[threadIdx.x % 32]);
        __syncthreads();
    }
    for (int d = 16; d > 0; d /= 2)
        best = max(best, __shfl_xor_sync(0xffffffff, best, d));
    return best;
}
