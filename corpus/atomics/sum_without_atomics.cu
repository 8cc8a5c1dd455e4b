// Every thread receives the sum of v over the block of 128 threads, modulo 2^32. The next call may follow at once.
// Launch: all threads of blocks of 128x1x1.

__device__ unsigned add_one_after_another(unsigned v)
{
    __shared__ unsigned sum;
    if (threadIdx.x == 0)
        sum = 0;
    __syncthreads();
    for (unsigned i = 0; i < 128; i++) {
        if (threadIdx.x == i)
            sum += v;
        __syncthreads();
    }
    v = sum;
    __syncthreads();
    return v;
}

__device__ unsigned add_without_atomics(unsigned v)
{
    __shared__ unsigned sum;
    if (threadIdx.x == 0)
        sum = 0;
    __syncthreads();
    sum += v;
    __syncthreads();
    v = sum;
    __syncthreads();
    return v;
}
