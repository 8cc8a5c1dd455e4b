// The sum of v over the block of 64 threads, modulo 2^32, goes to the thread with threadIdx 0, 0, for blocks of one
// and of two dimensions. The next call may follow at once.
// Launch: all threads of blocks of 64x1, 32x2, 16x4, 8x8 and every other shape of two dimensions with 64 threads.

__device__ unsigned sum_to_lane_0(unsigned v)
{
    for (int d = 16; d > 0; d /= 2)
        v += __shfl_down_sync(0xffffffff, v, d);
    return v;
}

__device__ unsigned number_of_the_thread(unsigned v)
{
    __shared__ unsigned part[2];
    unsigned thread = threadIdx.x + threadIdx.y * blockDim.x;
    v = sum_to_lane_0(v);
    if (thread % 32 == 0)
        part[thread / 32] = v;
    __syncthreads();
    v = part[0] + part[1];
    __syncthreads();
    return v;
}

__device__ unsigned number_in_x(unsigned v)
{
    __shared__ unsigned part[2];
    v = sum_to_lane_0(v);
    if (threadIdx.x % 32 == 0)
        part[threadIdx.x / 32] = v;
    __syncthreads();
    v = part[0] + part[1];
    __syncthreads();
    return v;
}

__device__ unsigned number_by_columns(unsigned v)
{
    __shared__ unsigned part[2];
    unsigned thread = threadIdx.x * blockDim.y + threadIdx.y;
    v = sum_to_lane_0(v);
    if (thread % 32 == 0)
        part[thread / 32] = v;
    __syncthreads();
    v = part[0] + part[1];
    __syncthreads();
    return v;
}
