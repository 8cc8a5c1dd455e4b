// Thread 0 receives the sum of v over the block of 48 threads, modulo 2^32. The next call may follow at once.
// Launch: blocks of 48x1x1 threads.

__device__ unsigned halves_rounded_up(unsigned v)
{
    __shared__ unsigned at[48];
    at[threadIdx.x] = v;
    __syncthreads();
    for (unsigned n = 48; n > 1; n = (n + 1) / 2) {
        unsigned half = (n + 1) / 2;
        if (threadIdx.x + half < n)
            at[threadIdx.x] += at[threadIdx.x + half];
        __syncthreads();
    }
    v = at[0];
    __syncthreads();
    return v;
}

__device__ unsigned halves_rounded_down(unsigned v)
{
    __shared__ unsigned at[48];
    at[threadIdx.x] = v;
    __syncthreads();
    for (unsigned d = blockDim.x / 2; d > 0; d /= 2) {
        if (threadIdx.x < d)
            at[threadIdx.x] += at[threadIdx.x + d];
        __syncthreads();
    }
    v = at[0];
    __syncthreads();
    return v;
}
