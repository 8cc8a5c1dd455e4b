// Every thread receives the maximum of v over the block of 64 threads. The next call may follow at once.
// Launch: all threads of blocks of 64x1x1.

__device__ int greater_of_two(int v)
{
    __shared__ int part[2];
    for (int d = 16; d > 0; d /= 2)
        v = max(v, __shfl_xor_sync(0xffffffff, v, d));
    if (threadIdx.x % 32 == 0)
        part[threadIdx.x / 32] = v;
    __syncthreads();
    int warp = part[1] > part[0];
    v = part[warp];
    __syncthreads();
    return v;
}

__device__ int lesser_of_two(int v)
{
    __shared__ int part[2];
    for (int d = 16; d > 0; d /= 2)
        v = max(v, __shfl_xor_sync(0xffffffff, v, d));
    if (threadIdx.x % 32 == 0)
        part[threadIdx.x / 32] = v;
    __syncthreads();
    int warp = part[1] < part[0];
    v = part[warp];
    __syncthreads();
    return v;
}

__device__ int one_past_the_greater(int v)
{
    __shared__ int part[2];
    for (int d = 16; d > 0; d /= 2)
        v = max(v, __shfl_xor_sync(0xffffffff, v, d));
    if (threadIdx.x % 32 == 0)
        part[threadIdx.x / 32] = v;
    __syncthreads();
    int warp = part[1] > part[0];
    v = part[warp + 1];
    __syncthreads();
    return v;
}

__device__ int read_while_the_next_call_writes(int v)
{
    __shared__ int part[2];
    for (int d = 16; d > 0; d /= 2)
        v = max(v, __shfl_xor_sync(0xffffffff, v, d));
    if (threadIdx.x % 32 == 0)
        part[threadIdx.x / 32] = v;
    __syncthreads();
    int warp = part[1] > part[0];
    return part[warp];
}
