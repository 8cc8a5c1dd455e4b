// Every thread receives the maximum of v over the block of 64 threads. The next call may follow at once.
// Launch: all threads of blocks of 64x1x1.

__device__ int max_down(int v)
{
    for (int d = 16; d > 0; d /= 2)
        v = max(v, __shfl_down_sync(0xffffffff, v, d));
    return v;
}

__device__ int all_read_the_partials(int v)
{
    __shared__ int part[2];
    v = max_down(v);
    if (threadIdx.x % 32 == 0)
        part[threadIdx.x / 32] = v;
    __syncthreads();
    v = max(part[0], part[1]);
    __syncthreads();
    return v;
}

__device__ int first_warp_reads_the_partials(int v)
{
    __shared__ int part[2];
    v = max_down(v);
    if (threadIdx.x % 32 == 0)
        part[threadIdx.x / 32] = v;
    __syncthreads();
    if (threadIdx.x < 32)
        v = max(part[0], part[1]);
    __syncthreads();
    return v;
}
