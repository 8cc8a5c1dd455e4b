// Every thread receives the bitwise xor of v over the block of 256 threads. The next call may follow at once.
// Launch: all threads of blocks of 256x1x1.

__device__ unsigned xor_all(unsigned v)
{
    for (int d = 16; d > 0; d /= 2)
        v ^= __shfl_xor_sync(0xffffffff, v, d);
    return v;
}

__device__ unsigned array_of_eight(unsigned v)
{
    __shared__ unsigned part[8];
    v = xor_all(v);
    if (threadIdx.x % 32 == 0)
        part[threadIdx.x / 32] = v;
    __syncthreads();
    v = 0;
    for (int w = 0; w < 8; w++)
        v ^= part[w];
    __syncthreads();
    return v;
}

__device__ unsigned array_of_four(unsigned v)
{
    __shared__ unsigned part[4];
    v = xor_all(v);
    unsigned *slot = part;
    if (threadIdx.x % 32 == 0)
        slot[threadIdx.x / 32] = v;
    __syncthreads();
    v = 0;
    for (int w = 0; w < 8; w++)
        v ^= slot[w];
    __syncthreads();
    return v;
}
