// Every thread receives the maximum of v over the block of 80 threads. The next call may follow at once.
// Launch: blocks of 80x1x1 threads: two warps of 32 and one of 16.

__device__ void store_max_of_warp(int *part, int v)
{
    if (threadIdx.x < 64) {
        for (int d = 16; d > 0; d /= 2)
            v = max(v, __shfl_down_sync(0xffffffff, v, d));
    } else {
        for (int d = 8; d > 0; d /= 2)
            v = max(v, __shfl_down_sync(0x0000ffff, v, d));
    }
    if (threadIdx.x % 32 == 0)
        part[threadIdx.x / 32] = v;
}

__device__ int warps_rounded_up(int v)
{
    __shared__ int part[32];
    store_max_of_warp(part, v);
    __syncthreads();
    v = part[0];
    for (unsigned w = 1; w < (blockDim.x + 31) / 32; w++)
        v = max(v, part[w]);
    __syncthreads();
    return v;
}

__device__ int warps_rounded_down(int v)
{
    __shared__ int part[32];
    store_max_of_warp(part, v);
    __syncthreads();
    v = part[0];
    for (unsigned w = 1; w < blockDim.x / 32; w++)
        v = max(v, part[w]);
    __syncthreads();
    return v;
}
