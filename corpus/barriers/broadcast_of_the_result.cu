// Every thread receives the sum of v over the block of 64 threads, modulo 2^32. The next call may follow at once.
// Launch: all threads of blocks of 64x1x1.

__device__ unsigned sum_to_first_lane(unsigned v)
{
    for (int d = 16; d > 0; d /= 2)
        v += __shfl_down_sync(0xffffffff, v, d);
    return v;
}

__device__ unsigned total_after_barrier(unsigned v)
{
    __shared__ unsigned part[2], total;
    v = sum_to_first_lane(v);
    if (threadIdx.x % 32 == 0)
        part[threadIdx.x / 32] = v;
    __syncthreads();
    if (threadIdx.x == 0)
        total = part[0] + part[1];
    __syncthreads();
    return total;
}

__device__ unsigned total_at_once(unsigned v)
{
    __shared__ unsigned part[2], total;
    v = sum_to_first_lane(v);
    if (threadIdx.x % 32 == 0)
        part[threadIdx.x / 32] = v;
    __syncthreads();
    if (threadIdx.x == 0)
        total = part[0] + part[1];
    return total;
}
