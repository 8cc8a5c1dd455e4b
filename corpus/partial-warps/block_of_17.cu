// Thread 0 receives the maximum of v over the block of 17 threads.
// Launch: blocks of 17x1x1 threads.

__device__ int max_of_17_in_range(int v)
{
    for (unsigned d = 16; d > 0; d /= 2)
        v = max(v, __shfl_sync(0x0001ffff, v, threadIdx.x + d < 17 ? threadIdx.x + d : threadIdx.x));
    return v;
}

__device__ int max_of_17_past_the_end(int v)
{
    for (int d = 16; d > 0; d /= 2)
        v = max(v, __shfl_down_sync(0xffffffff, v, d));
    return v;
}
