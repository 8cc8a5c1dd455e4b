// Thread 0 receives the maximum of v over the block of 128 threads. The next call may follow at once.
// Launch: all threads of blocks of 128x1x1.

__device__ int rake_then_gather(int v)
{
    __shared__ int at[128];
    at[threadIdx.x] = v;
    __syncthreads();
    if (threadIdx.x < 32)
        for (int r = 1; r < 4; r++)
            v = max(v, at[threadIdx.x + 32 * r]);
    __syncthreads();
    if (threadIdx.x < 32)
        at[threadIdx.x * 4] = v;
    __syncthreads();
    if (threadIdx.x == 0)
        for (int t = 1; t < 32; t++)
            v = max(v, at[t * 4]);
    __syncthreads();
    return v;
}

__device__ int rake_while_gathering(int v)
{
    __shared__ int at[128];
    at[threadIdx.x] = v;
    __syncthreads();
    if (threadIdx.x < 32)
        for (int r = 1; r < 4; r++)
            v = max(v, at[threadIdx.x + 32 * r]);
    if (threadIdx.x < 32)
        at[threadIdx.x * 4] = v;
    __syncthreads();
    if (threadIdx.x == 0)
        for (int t = 1; t < 32; t++)
            v = max(v, at[t * 4]);
    __syncthreads();
    return v;
}
