// Every thread receives the sum of v over the block of 128 threads, modulo 2^32. The next call may follow at once.
// Launch: all threads of blocks of 128x1x1.

__device__ unsigned zero_barrier_add_barrier(unsigned v)
{
    __shared__ unsigned sum;
    if (threadIdx.x == 0)
        sum = 0;
    __syncthreads();
    atomicAdd(&sum, v);
    __syncthreads();
    v = sum;
    __syncthreads();
    return v;
}

__device__ unsigned add_to_what_was_there(unsigned v)
{
    __shared__ unsigned sum;
    __syncthreads();
    atomicAdd(&sum, v);
    __syncthreads();
    v = sum;
    __syncthreads();
    return v;
}

__device__ unsigned add_while_zeroing(unsigned v)
{
    __shared__ unsigned sum;
    if (threadIdx.x == 0)
        sum = 0;
    atomicAdd(&sum, v);
    __syncthreads();
    v = sum;
    __syncthreads();
    return v;
}

__device__ unsigned read_before_all_have_added(unsigned v)
{
    __shared__ unsigned sum;
    if (threadIdx.x == 0)
        sum = 0;
    __syncthreads();
    atomicAdd(&sum, v);
    v = sum;
    __syncthreads();
    return v;
}
