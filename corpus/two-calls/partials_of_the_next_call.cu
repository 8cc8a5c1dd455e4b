// Thread 0 receives the sum of v over the block of 128 threads, modulo 2^32. The next call may follow at once.
// Launch: all threads of blocks of 128x1x1, call after call.

__device__ unsigned sum_down(unsigned v)
{
    for (int d = 16; d > 0; d /= 2)
        v += __shfl_down_sync(0xffffffff, v, d);
    return v;
}

__device__ unsigned barrier_at_the_end(unsigned v)
{
    __shared__ unsigned part[4];
    v = sum_down(v);
    if (threadIdx.x % 32 == 0)
        part[threadIdx.x / 32] = v;
    __syncthreads();
    v = threadIdx.x < 4 ? part[threadIdx.x] : 0;
    if (threadIdx.x < 32)
        v = sum_down(v);
    __syncthreads();
    return v;
}

__device__ unsigned barrier_at_the_start(unsigned v)
{
    __shared__ unsigned part[4];
    v = sum_down(v);
    __syncthreads();
    if (threadIdx.x % 32 == 0)
        part[threadIdx.x / 32] = v;
    __syncthreads();
    v = threadIdx.x < 4 ? part[threadIdx.x] : 0;
    if (threadIdx.x < 32)
        v = sum_down(v);
    return v;
}

__device__ unsigned one_barrier_in_the_middle(unsigned v)
{
    __shared__ unsigned part[4];
    v = sum_down(v);
    if (threadIdx.x % 32 == 0)
        part[threadIdx.x / 32] = v;
    __syncthreads();
    v = threadIdx.x < 4 ? part[threadIdx.x] : 0;
    if (threadIdx.x < 32)
        v = sum_down(v);
    return v;
}
