// Every thread receives the sum of v over the block of 96 threads, modulo 2^32. The next call may follow at once.
// Launch: all threads of blocks of 96x1x1.

__device__ unsigned add_all(unsigned v)
{
    for (int d = 16; d > 0; d /= 2)
        v += __shfl_xor_sync(0xffffffff, v, d);
    return v;
}

__device__ unsigned one_slot_a_warp(unsigned v)
{
    __shared__ unsigned part[32];
    v = add_all(v);
    if (threadIdx.x % 32 == 31)
        part[threadIdx.x / 32] = v;
    __syncthreads();
    v = part[0] + part[1] + part[2];
    __syncthreads();
    return v;
}

__device__ unsigned one_slot_for_all_warps(unsigned v)
{
    __shared__ unsigned part[32];
    v = add_all(v);
    if (threadIdx.x % 32 == 31)
        part[threadIdx.x % 32] = v;
    __syncthreads();
    v = part[0] + part[1] + part[2];
    __syncthreads();
    return v;
}
