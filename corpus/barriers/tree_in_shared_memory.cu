// Thread 0 receives the sum of v over the block of 256 threads, modulo 2^32. The next call may follow at once.
// Launch: all threads of blocks of 256x1x1.

__device__ unsigned barrier_each_round(unsigned v)
{
    __shared__ unsigned at[256];
    at[threadIdx.x] = v;
    __syncthreads();
    for (unsigned d = 128; d > 0; d /= 2) {
        if (threadIdx.x < d)
            at[threadIdx.x] += at[threadIdx.x + d];
        __syncthreads();
    }
    v = at[0];
    __syncthreads();
    return v;
}

__device__ unsigned barrier_after_all_rounds(unsigned v)
{
    __shared__ unsigned at[256];
    at[threadIdx.x] = v;
    __syncthreads();
    for (unsigned d = 128; d > 0; d /= 2)
        if (threadIdx.x < d)
            at[threadIdx.x] += at[threadIdx.x + d];
    __syncthreads();
    v = at[0];
    __syncthreads();
    return v;
}

__device__ unsigned barrier_of_those_that_add(unsigned v)
{
    __shared__ unsigned at[256];
    at[threadIdx.x] = v;
    __syncthreads();
    for (unsigned d = 128; d > 0; d /= 2)
        if (threadIdx.x < d) {
            at[threadIdx.x] += at[threadIdx.x + d];
            __syncthreads();
        }
    v = at[0];
    __syncthreads();
    return v;
}
