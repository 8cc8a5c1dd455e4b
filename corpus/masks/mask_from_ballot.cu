// Thread 0 receives the sum of v over the block of 128 threads, modulo 2^32. The next call may follow at once.
// Launch: all threads of blocks of 128x1x1.

__device__ unsigned sum_within_warp(unsigned members, int from, unsigned v)
{
    for (int d = from; d > 0; d /= 2)
        v += __shfl_down_sync(members, v, d);
    return v;
}

__device__ unsigned four_partials_from_two(unsigned v)
{
    __shared__ unsigned part[4];
    v = sum_within_warp(0xffffffff, 16, v);
    if (threadIdx.x % 32 == 0)
        part[threadIdx.x / 32] = v;
    __syncthreads();
    if (threadIdx.x < 4) {
        v = part[threadIdx.x];
        v += __shfl_sync(0xf, v, threadIdx.x ^ 2);
        v += __shfl_sync(0xf, v, threadIdx.x ^ 1);
    }
    __syncthreads();
    return v;
}

__device__ unsigned four_partials_from_sixteen(unsigned v)
{
    __shared__ unsigned part[4];
    v = sum_within_warp(0xffffffff, 16, v);
    if (threadIdx.x % 32 == 0)
        part[threadIdx.x / 32] = v;
    __syncthreads();
    unsigned members = __ballot_sync(0xffffffff, threadIdx.x < 4);
    if (threadIdx.x < 4)
        v = sum_within_warp(members, 16, part[threadIdx.x]);
    __syncthreads();
    return v;
}
