// Every thread receives the sum of v over the block of 128 threads, modulo 2^32. The next call may follow at once.
// Launch: all threads of blocks of 128x1x1.

__device__ unsigned add_lanes(unsigned v)
{
    for (int d = 16; d > 0; d /= 2)
        v += __shfl_down_sync(0xffffffff, v, d);
    return v;
}

__device__ unsigned aligned_to_16(unsigned v)
{
    alignas(16) __shared__ unsigned part[4];
    v = add_lanes(v);
    if (threadIdx.x % 32 == 0)
        part[threadIdx.x / 32] = v;
    __syncthreads();
    uint4 all = *(const uint4 *)part;
    v = all.x + all.y + all.z + all.w;
    __syncthreads();
    return v;
}

__device__ unsigned aligned_to_4(unsigned v)
{
    alignas(16) __shared__ unsigned words[6];
    unsigned *part = words + 1;
    v = add_lanes(v);
    if (threadIdx.x % 32 == 0)
        part[threadIdx.x / 32] = v;
    __syncthreads();
    uint4 all = *(const uint4 *)part;
    v = all.x + all.y + all.z + all.w;
    __syncthreads();
    return v;
}
