// Thread i receives the sum of v over threads 0 to i of the block of 128 threads, modulo 2^32. The next call may
// follow at once.
// Launch: all threads of blocks of 128x1x1.

__device__ unsigned load_barrier_store(unsigned v)
{
    __shared__ unsigned at[128];
    at[threadIdx.x] = v;
    __syncthreads();
    for (unsigned d = 1; d < 128; d *= 2) {
        unsigned before = threadIdx.x >= d ? at[threadIdx.x - d] : 0;
        __syncthreads();
        at[threadIdx.x] += before;
        __syncthreads();
    }
    return at[threadIdx.x];
}

__device__ unsigned load_and_store(unsigned v)
{
    __shared__ unsigned at[128];
    at[threadIdx.x] = v;
    __syncthreads();
    for (unsigned d = 1; d < 128; d *= 2) {
        if (threadIdx.x >= d)
            at[threadIdx.x] += at[threadIdx.x - d];
        __syncthreads();
    }
    return at[threadIdx.x];
}
