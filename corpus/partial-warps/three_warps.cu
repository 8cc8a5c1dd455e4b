// Every thread receives the sum of v over the block of 96 threads, modulo 2^32. The next call may follow at once.
// Launch: blocks of 96x1x1 threads.

__device__ unsigned sum_of_warp(unsigned v)
{
    for (int d = 16; d > 0; d /= 2)
        v += __shfl_xor_sync(0xffffffff, v, d);
    return v;
}

__device__ unsigned three_partials_in_32_lanes(unsigned v)
{
    __shared__ unsigned part[3];
    v = sum_of_warp(v);
    if (threadIdx.x % 32 == 0)
        part[threadIdx.x / 32] = v;
    __syncthreads();
    v = threadIdx.x % 32 < 3 ? part[threadIdx.x % 32] : 0;
    v = sum_of_warp(v);
    __syncthreads();
    return v;
}

__device__ unsigned three_partials_from_one(unsigned v)
{
    __shared__ unsigned part[3];
    v = sum_of_warp(v);
    if (threadIdx.x % 32 == 0)
        part[threadIdx.x / 32] = v;
    __syncthreads();
    v = threadIdx.x % 32 < 3 ? part[threadIdx.x % 32] : 0;
    for (int d = 3 / 2; d > 0; d /= 2)
        v += __shfl_xor_sync(0xffffffff, v, d);
    v = __shfl_sync(0xffffffff, v, 0);
    __syncthreads();
    return v;
}
