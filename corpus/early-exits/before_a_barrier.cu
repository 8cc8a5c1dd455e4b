// Thread 0 receives the sum of v over the threads of the block of 64 threads with member, modulo 2^32; all threads
// call. The next call may follow at once.
// Launch: all threads of blocks of 64x1x1.

__device__ unsigned sum_of_32(unsigned v)
{
    for (int d = 16; d > 0; d /= 2)
        v += __shfl_down_sync(0xffffffff, v, d);
    return v;
}

__device__ unsigned others_add_zero(bool member, unsigned v)
{
    __shared__ unsigned part[2];
    v = sum_of_32(member ? v : 0);
    if (threadIdx.x % 32 == 0)
        part[threadIdx.x / 32] = v;
    __syncthreads();
    v = part[0] + part[1];
    __syncthreads();
    return v;
}

__device__ unsigned others_leave(bool member, unsigned v)
{
    __shared__ unsigned part[2];
    if (!member)
        return 0;
    v = sum_of_32(v);
    if (threadIdx.x % 32 == 0)
        part[threadIdx.x / 32] = v;
    __syncthreads();
    v = part[0] + part[1];
    __syncthreads();
    return v;
}
