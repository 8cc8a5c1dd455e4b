// Every thread receives the maximum of v over the block of 64 threads. The next call may follow at once.
// Launch: all threads of blocks of 64x1x1, call after call.

__device__ int slot_free_before_the_next_call(int v)
{
    __shared__ int part[2];
    for (int d = 16; d > 0; d /= 2)
        v = max(v, __shfl_xor_sync(0xffffffff, v, d));
    if (threadIdx.x % 32 == 0)
        part[threadIdx.x / 32] = v;
    __syncthreads();
    v = max(part[0], part[1]);
    __syncthreads();
    return v;
}

__device__ int slot_still_read(int v)
{
    __shared__ int part[2];
    for (int d = 16; d > 0; d /= 2)
        v = max(v, __shfl_xor_sync(0xffffffff, v, d));
    if (threadIdx.x % 32 == 0)
        part[threadIdx.x / 32] = v;
    __syncthreads();
    return max(part[0], part[1]);
}

__device__ int result_in_a_second_array(int v)
{
    __shared__ int part[2][2];
    for (int d = 16; d > 0; d /= 2)
        v = max(v, __shfl_xor_sync(0xffffffff, v, d));
    if (threadIdx.x % 32 == 0)
        part[0][threadIdx.x / 32] = v;
    __syncthreads();
    v = max(part[0][0], part[0][1]);
    if (threadIdx.x % 32 == 0)
        part[1][threadIdx.x / 32] = v;
    __syncthreads();
    return part[1][0];
}
