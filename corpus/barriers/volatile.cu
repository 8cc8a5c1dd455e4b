// Thread 0 receives the sum of v over the block of 64 threads, modulo 2^32. The next call may follow at once.
// Launch: all threads of blocks of 64x1x1.

__device__ unsigned volatile_and_barrier(unsigned v)
{
    __shared__ volatile unsigned at[64];
    __shared__ unsigned part[2];
    unsigned lane = threadIdx.x % 32, first = threadIdx.x - lane;
    at[threadIdx.x] = v;
    __syncwarp();
    if (lane == 0) {
        v = 0;
        for (unsigned i = 0; i < 32; i++)
            v += at[first + i];
        part[threadIdx.x / 32] = v;
    }
    __syncthreads();
    v = part[0] + part[1];
    __syncthreads();
    return v;
}

__device__ unsigned volatile_for_a_barrier(unsigned v)
{
    __shared__ volatile unsigned at[64];
    __shared__ unsigned part[2];
    unsigned lane = threadIdx.x % 32, first = threadIdx.x - lane;
    at[threadIdx.x] = v;
    if (lane == 0) {
        v = 0;
        for (unsigned i = 0; i < 32; i++)
            v += at[first + i];
        part[threadIdx.x / 32] = v;
    }
    __syncthreads();
    v = part[0] + part[1];
    __syncthreads();
    return v;
}
