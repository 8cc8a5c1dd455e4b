// Every thread receives the sum of v over the block of 128 threads, modulo 2^32. The next call may follow at once.
// Launch: all threads of blocks of 128x1x1.

__device__ unsigned sum_of_lanes(unsigned v)
{
    for (int d = 16; d > 0; d /= 2)
        v += __shfl_down_sync(0xffffffff, v, d);
    return v;
}

__device__ unsigned partials_after_block_barrier(unsigned v)
{
    __shared__ unsigned part[4];
    v = sum_of_lanes(v);
    if (threadIdx.x % 32 == 0)
        part[threadIdx.x / 32] = v;
    __syncthreads();
    v = part[0] + part[1] + part[2] + part[3];
    __syncthreads();
    return v;
}

__device__ unsigned partials_after_no_barrier(unsigned v)
{
    __shared__ unsigned part[4];
    v = sum_of_lanes(v);
    if (threadIdx.x % 32 == 0)
        part[threadIdx.x / 32] = v;
    v = part[0] + part[1] + part[2] + part[3];
    __syncthreads();
    return v;
}

__device__ unsigned partials_after_warp_barrier(unsigned v)
{
    __shared__ unsigned part[4];
    v = sum_of_lanes(v);
    if (threadIdx.x % 32 == 0)
        part[threadIdx.x / 32] = v;
    __syncwarp();
    v = part[0] + part[1] + part[2] + part[3];
    __syncthreads();
    return v;
}
