// Every thread receives the maximum of v over the block of 64 threads, for blocks of one and of two dimensions. The
// next call may follow at once.
// Launch: all threads of blocks of 64x1, 32x2, 16x4, 8x8 and every other shape of two dimensions with 64 threads.

__device__ int one_element_a_thread(int v)
{
    __shared__ int at[64];
    at[threadIdx.y * blockDim.x + threadIdx.x] = v;
    __syncthreads();
    v = at[0];
    for (int i = 1; i < 64; i++)
        v = max(v, at[i]);
    __syncthreads();
    return v;
}

__device__ int pitch_of_32(int v)
{
    __shared__ int at[64];
    at[threadIdx.y * 32 + threadIdx.x] = v;
    __syncthreads();
    v = at[0];
    for (int i = 1; i < 64; i++)
        v = max(v, at[i]);
    __syncthreads();
    return v;
}
