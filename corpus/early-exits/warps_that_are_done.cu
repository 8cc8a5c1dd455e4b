// Thread 0 receives the sum of v over the block of 128 threads, modulo 2^32. The next call may follow at once.
// Launch: all threads of blocks of 128x1x1.

__device__ unsigned sum_of_first(unsigned v)
{
    for (int d = 16; d > 0; d /= 2)
        v += __shfl_down_sync(0xffffffff, v, d);
    return v;
}

__device__ unsigned return_after_the_last_barrier(unsigned v)
{
    __shared__ unsigned part[4];
    __syncthreads();
    v = sum_of_first(v);
    if (threadIdx.x % 32 == 0)
        part[threadIdx.x / 32] = v;
    __syncthreads();
    if (threadIdx.x >= 32)
        return 0;
    return sum_of_first(threadIdx.x < 4 ? part[threadIdx.x] : 0);
}

__device__ unsigned return_before_the_last_barrier(unsigned v)
{
    __shared__ unsigned part[4];
    v = sum_of_first(v);
    if (threadIdx.x % 32 == 0)
        part[threadIdx.x / 32] = v;
    __syncthreads();
    if (threadIdx.x >= 32)
        return 0;
    v = sum_of_first(threadIdx.x < 4 ? part[threadIdx.x] : 0);
    __syncthreads();
    return v;
}

__device__ unsigned return_of_idle_lanes(unsigned v)
{
    __shared__ unsigned part[4];
    __syncthreads();
    v = sum_of_first(v);
    if (threadIdx.x % 32 == 0)
        part[threadIdx.x / 32] = v;
    __syncthreads();
    if (threadIdx.x >= 4)
        return 0;
    return sum_of_first(part[threadIdx.x]);
}
