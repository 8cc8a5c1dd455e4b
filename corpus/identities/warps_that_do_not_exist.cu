// Every thread receives the maximum of v over the block of 128 threads. The next call may follow at once.
// Launch: all threads of blocks of 128x1x1.

__device__ int max_of_warp(int v)
{
    for (int d = 16; d > 0; d /= 2)
        v = max(v, __shfl_xor_sync(0xffffffff, v, d));
    return v;
}

__device__ int absent_warps_as_least(int v)
{
    __shared__ int part[32];
    v = max_of_warp(v);
    if (threadIdx.x % 32 == 0)
        part[threadIdx.x / 32] = v;
    __syncthreads();
    v = threadIdx.x % 32 < blockDim.x / 32 ? part[threadIdx.x % 32] : -2147483647 - 1;
    v = max_of_warp(v);
    __syncthreads();
    return v;
}

__device__ int absent_warps_as_zero(int v)
{
    __shared__ int part[32];
    v = max_of_warp(v);
    if (threadIdx.x % 32 == 0)
        part[threadIdx.x / 32] = v;
    __syncthreads();
    v = threadIdx.x % 32 < blockDim.x / 32 ? part[threadIdx.x % 32] : 0;
    v = max_of_warp(v);
    __syncthreads();
    return v;
}

__device__ int absent_warps_as_stale(int v)
{
    __shared__ int part[32];
    v = max_of_warp(v);
    if (threadIdx.x % 32 == 0)
        part[threadIdx.x / 32] = v;
    __syncthreads();
    v = max_of_warp(part[threadIdx.x % 32]);
    __syncthreads();
    return v;
}
