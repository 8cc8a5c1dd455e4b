// Thread 0 receives the sum of v over the block of 64 threads, modulo 2^32. The next call may follow at once.
// Launch: all threads of blocks of 64x1x1.

__device__ unsigned syncwarp_of_all(unsigned v)
{
    __shared__ unsigned at[64], part[2];
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

__device__ unsigned syncwarp_of_half(unsigned v)
{
    __shared__ unsigned at[64], part[2];
    unsigned lane = threadIdx.x % 32, first = threadIdx.x - lane;
    at[threadIdx.x] = v;
    __syncwarp(0x0000ffff);
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
