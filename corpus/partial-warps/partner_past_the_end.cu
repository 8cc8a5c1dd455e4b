// Every thread receives the maximum of v over the block of 24 threads.
// Launch: blocks of 24x1x1 threads.

__device__ int max_of_24_with_guard(int v)
{
    for (unsigned d = 1; d < 24; d *= 2)
        v = max(v, __shfl_sync(0x00ffffff, v, (threadIdx.x + d) % 24));
    return v;
}

__device__ int max_of_24_by_butterfly(int v)
{
    for (int d = 16; d > 0; d /= 2)
        v = max(v, __shfl_xor_sync(0x00ffffff, v, d));
    return v;
}

__device__ int max_of_24_by_butterfly_to_itself(int v)
{
    for (unsigned d = 1; d < 32; d *= 2) {
        unsigned from = threadIdx.x ^ d;
        v = max(v, __shfl_sync(0x00ffffff, v, from < 24 ? from : threadIdx.x));
    }
    return v;
}
