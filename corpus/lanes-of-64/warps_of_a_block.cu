// Every thread receives the maximum of v over the block of 128 threads, in warps of 32. The next call may follow at
// once.
// Launch: all threads of blocks of 128x1x1.

__device__ int max_of_32(int v)
{
    for (int d = 16; d > 0; d /= 2)
        v = max(v, __shfl_xor_sync(0xffffffff, v, d));
    return v;
}

__device__ int four_warps_of_32(int v)
{
    __shared__ int part[4];
    v = max_of_32(v);
    if (threadIdx.x % 32 == 0)
        part[threadIdx.x / 32] = v;
    __syncthreads();
    v = max(max(part[0], part[1]), max(part[2], part[3]));
    __syncthreads();
    return v;
}

__device__ int two_warps_of_64(int v)
{
    __shared__ int part[2];
    v = max_of_32(v);
    if (threadIdx.x % 64 == 0)
        part[threadIdx.x / 64] = v;
    __syncthreads();
    v = max(part[0], part[1]);
    __syncthreads();
    return v;
}

__device__ int two_slots_for_four_warps(int v)
{
    __shared__ int part[2];
    v = max_of_32(v);
    if (threadIdx.x % 32 == 0)
        part[threadIdx.x / 64] = v;
    __syncthreads();
    v = max(part[0], part[1]);
    __syncthreads();
    return v;
}
