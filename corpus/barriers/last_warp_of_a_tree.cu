// Thread 0 receives the sum of v over the block of 64 threads, modulo 2^32. The next call may follow at once.
// Launch: all threads of blocks of 64x1x1.

__device__ unsigned last_warp_with_syncwarp(unsigned v)
{
    __shared__ unsigned at[64];
    at[threadIdx.x] = v;
    __syncthreads();
    if (threadIdx.x < 32)
        for (unsigned d = 32; d > 0; d /= 2) {
            unsigned sum = at[threadIdx.x] + at[threadIdx.x + d];
            __syncwarp();
            at[threadIdx.x] = sum;
            __syncwarp();
        }
    __syncthreads();
    v = at[0];
    __syncthreads();
    return v;
}

__device__ unsigned last_warp_in_lockstep(unsigned v)
{
    __shared__ unsigned at[64];
    at[threadIdx.x] = v;
    __syncthreads();
    if (threadIdx.x < 32)
        for (unsigned d = 32; d > 0; d /= 2)
            at[threadIdx.x] += at[threadIdx.x + d];
    __syncthreads();
    v = at[0];
    __syncthreads();
    return v;
}

__device__ unsigned last_warp_with_one_syncwarp(unsigned v)
{
    __shared__ unsigned at[64];
    at[threadIdx.x] = v;
    __syncthreads();
    if (threadIdx.x < 32)
        for (unsigned d = 32; d > 0; d /= 2) {
            at[threadIdx.x] += at[threadIdx.x + d];
            __syncwarp();
        }
    __syncthreads();
    v = at[0];
    __syncthreads();
    return v;
}
