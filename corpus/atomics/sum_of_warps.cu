// Every thread receives the sum of v over the block of 128 threads, modulo 2^32. The next call may follow at once.
// Launch: all threads of blocks of 128x1x1.

__device__ unsigned one_addition_a_warp(unsigned v)
{
    __shared__ unsigned sum;
    if (threadIdx.x == 0)
        sum = 0;
    __syncthreads();
    for (int d = 16; d > 0; d /= 2)
        v += __shfl_down_sync(0xffffffff, v, d);
    if (threadIdx.x % 32 == 0)
        atomicAdd(&sum, v);
    __syncthreads();
    v = sum;
    __syncthreads();
    return v;
}

__device__ unsigned one_addition_a_half(unsigned v)
{
    __shared__ unsigned sum;
    if (threadIdx.x == 0)
        sum = 0;
    __syncthreads();
    for (int d = 16; d > 0; d /= 2)
        v += __shfl_down_sync(0xffffffff, v, d);
    if (threadIdx.x % 16 == 0)
        atomicAdd(&sum, v);
    __syncthreads();
    v = sum;
    __syncthreads();
    return v;
}

__device__ unsigned own_sum_after_the_addition(unsigned v)
{
    __shared__ unsigned sum;
    if (threadIdx.x == 0)
        sum = 0;
    __syncthreads();
    v += atomicAdd(&sum, v);
    __syncthreads();
    return v;
}
