// Thread i receives the sum of v over threads 0 to i of the block of 128 threads, modulo 2^32. The next call may
// follow at once.
// Launch: all threads of blocks of 128x1x1.

__device__ unsigned scan_of_lanes(unsigned v)
{
    for (unsigned d = 1; d < 32; d *= 2) {
        unsigned o = __shfl_up_sync(0xffffffff, v, d);
        if (threadIdx.x % 32 >= d)
            v += o;
    }
    return v;
}

__device__ unsigned warps_before(unsigned v)
{
    __shared__ unsigned part[4];
    v = scan_of_lanes(v);
    if (threadIdx.x % 32 == 31)
        part[threadIdx.x / 32] = v;
    __syncthreads();
    for (unsigned w = 0; w < threadIdx.x / 32; w++)
        v += part[w];
    __syncthreads();
    return v;
}

__device__ unsigned warps_up_to_its_own(unsigned v)
{
    __shared__ unsigned part[4];
    v = scan_of_lanes(v);
    if (threadIdx.x % 32 == 31)
        part[threadIdx.x / 32] = v;
    __syncthreads();
    for (unsigned w = 0; w <= threadIdx.x / 32; w++)
        v += part[w];
    __syncthreads();
    return v;
}

__device__ unsigned the_warp_before(unsigned v)
{
    __shared__ unsigned part[4];
    v = scan_of_lanes(v);
    if (threadIdx.x % 32 == 31)
        part[threadIdx.x / 32] = v;
    __syncthreads();
    if (threadIdx.x >= 32)
        v += part[threadIdx.x / 32 - 1];
    __syncthreads();
    return v;
}

__device__ unsigned totals_of_first_lanes(unsigned v)
{
    __shared__ unsigned part[4];
    v = scan_of_lanes(v);
    if (threadIdx.x % 32 == 0)
        part[threadIdx.x / 32] = v;
    __syncthreads();
    for (unsigned w = 0; w < threadIdx.x / 32; w++)
        v += part[w];
    __syncthreads();
    return v;
}
