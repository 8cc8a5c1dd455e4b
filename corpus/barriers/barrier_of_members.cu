// Thread 0 receives the maximum of v over the threads of the block of 64 threads with member, INT_MIN without one;
// all threads call. The next call may follow at once.
// Launch: all threads of blocks of 64x1x1.

__device__ int barrier_for_all(bool member, int v)
{
    __shared__ int at[64];
    at[threadIdx.x] = -2147483647 - 1;
    if (member)
        at[threadIdx.x] = v;
    __syncthreads();
    v = at[0];
    for (int i = 1; i < 64; i++)
        v = max(v, at[i]);
    __syncthreads();
    return v;
}

__device__ int barrier_for_members(bool member, int v)
{
    __shared__ int at[64];
    at[threadIdx.x] = -2147483647 - 1;
    if (member) {
        at[threadIdx.x] = v;
        __syncthreads();
    }
    v = at[0];
    for (int i = 1; i < 64; i++)
        v = max(v, at[i]);
    __syncthreads();
    return v;
}
