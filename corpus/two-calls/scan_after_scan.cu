// Thread i receives the sum of v over threads 0 to i of the block of 64 threads, modulo 2^32. The next call may
// follow at once.
// Launch: all threads of blocks of 64x1x1, call after call.

__device__ unsigned scan_of_warp(unsigned v)
{
    for (unsigned d = 1; d < 32; d *= 2) {
        unsigned before = __shfl_up_sync(0xffffffff, v, d);
        if (threadIdx.x % 32 >= d)
            v += before;
    }
    return v;
}

__device__ unsigned scan_that_ends_with_a_barrier(unsigned v)
{
    __shared__ unsigned total;
    v = scan_of_warp(v);
    if (threadIdx.x == 31)
        total = v;
    __syncthreads();
    if (threadIdx.x >= 32)
        v += total;
    __syncthreads();
    return v;
}

__device__ unsigned scan_that_ends_with_a_read(unsigned v)
{
    __shared__ unsigned total;
    v = scan_of_warp(v);
    if (threadIdx.x == 31)
        total = v;
    __syncthreads();
    if (threadIdx.x >= 32)
        v += total;
    return v;
}
