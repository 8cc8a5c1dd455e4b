// Every thread receives the maximum of v over the block of 256 threads; NaNs are passed over, and it is NaN only if
// all are; -0 < +0. The next call may follow at once.
// Launch: all threads of blocks of 256x1x1.

__device__ float max_of_lanes(float v)
{
    for (int d = 16; d > 0; d /= 2)
        v = fmaxf(v, __shfl_xor_sync(0xffffffff, v, d));
    return v;
}

__device__ float maximum_of_all_warps(float v)
{
    __shared__ float part[8];
    v = max_of_lanes(v);
    if (threadIdx.x % 32 == 0)
        part[threadIdx.x / 32] = v;
    __syncthreads();
    v = max_of_lanes(threadIdx.x % 32 < 8 ? part[threadIdx.x % 32] : __int_as_float(0x7fffffff));
    __syncthreads();
    return v;
}

__device__ float maximum_of_one_warp(float v)
{
    return max_of_lanes(v);
}

__device__ float maximum_from_zero(float v)
{
    __shared__ float part[8];
    v = max_of_lanes(v);
    if (threadIdx.x % 32 == 0)
        part[threadIdx.x / 32] = v;
    __syncthreads();
    v = max_of_lanes(threadIdx.x % 32 < 8 ? part[threadIdx.x % 32] : 0.0f);
    __syncthreads();
    return v;
}
