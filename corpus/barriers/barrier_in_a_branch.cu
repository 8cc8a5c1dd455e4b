// Thread 0 receives the maximum of v over the block of 64 threads. The next call may follow at once.
// Launch: all threads of blocks of 64x1x1.

__device__ int barrier_after_the_branch(int v)
{
    __shared__ int at[64];
    at[threadIdx.x] = v;
    __syncthreads();
    if (threadIdx.x < 32) {
        v = max(v, at[threadIdx.x + 32]);
        for (int d = 16; d > 0; d /= 2)
            v = max(v, __shfl_xor_sync(0xffffffff, v, d));
    }
    __syncthreads();
    return v;
}

__device__ int barrier_inside_the_branch(int v)
{
    __shared__ int at[64];
    at[threadIdx.x] = v;
    __syncthreads();
    if (threadIdx.x < 32) {
        v = max(v, at[threadIdx.x + 32]);
        __syncthreads();
        for (int d = 16; d > 0; d /= 2)
            v = max(v, __shfl_xor_sync(0xffffffff, v, d));
    }
    return v;
}
