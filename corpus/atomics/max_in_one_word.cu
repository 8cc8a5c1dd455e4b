// Every thread receives the maximum of v over the block of 64 threads. The next call may follow at once.
// Launch: all threads of blocks of 64x1x1.

__device__ int max_begins_at_least(int v)
{
    __shared__ int most;
    if (threadIdx.x == 0)
        most = -2147483647 - 1;
    __syncthreads();
    atomicMax(&most, v);
    __syncthreads();
    v = most;
    __syncthreads();
    return v;
}

__device__ int max_begins_at_zero(int v)
{
    __shared__ int most;
    if (threadIdx.x == 0)
        most = 0;
    __syncthreads();
    atomicMax(&most, v);
    __syncthreads();
    v = most;
    __syncthreads();
    return v;
}

__device__ int max_of_words_as_unsigned(int v)
{
    __shared__ unsigned most;
    if (threadIdx.x == 0)
        most = 0;
    __syncthreads();
    atomicMax(&most, (unsigned)v);
    __syncthreads();
    v = (int)most;
    __syncthreads();
    return v;
}
