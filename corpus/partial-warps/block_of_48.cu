// Thread 0 receives the sum of v over the block of 48 threads, modulo 2^32. The next call may follow at once.
// Launch: blocks of 48x1x1 threads: one warp of 32 and one of 16.

__device__ unsigned sum_of_48_by_existing_lanes(unsigned v)
{
    __shared__ unsigned part[2];
    if (threadIdx.x < 32)
        for (int d = 16; d > 0; d /= 2)
            v += __shfl_down_sync(0xffffffff, v, d);
    else
        for (int d = 8; d > 0; d /= 2)
            v += __shfl_down_sync(0x0000ffff, v, d);
    if (threadIdx.x % 32 == 0)
        part[threadIdx.x / 32] = v;
    __syncthreads();
    v = part[0] + part[1];
    __syncthreads();
    return v;
}

__device__ unsigned sum_of_48_named_full(unsigned v)
{
    __shared__ unsigned part[2];
    for (int d = 16; d > 0; d /= 2)
        v += __shfl_down_sync(0xffffffff, v, d);
    if (threadIdx.x % 32 == 0)
        part[threadIdx.x / 32] = v;
    __syncthreads();
    v = part[0] + part[1];
    __syncthreads();
    return v;
}
