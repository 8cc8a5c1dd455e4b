// out[r] is the minimum of the dim elements of row r of x, for r below the number of blocks.
// Launch: a block a row, of 128 or 256 threads in one dimension.

template <typename T> __device__ T least_of_warp(T v)
{
#pragma unroll
    for (int d = 16; d > 0; d >>= 1)
        v = min(v, __shfl_down_sync(0xffffffff, v, d));
    return v;
}

__global__ void infinity_for_no_warp(const float *x, float *out, int dim)
{
    __shared__ float shared[32];
    int lane = threadIdx.x % warpSize, wid = threadIdx.x / warpSize;
    float v = INFINITY;
    for (int j = threadIdx.x; j < dim; j += blockDim.x)
        v = min(v, x[blockIdx.x * dim + j]);
    v = least_of_warp(v);
    if (lane == 0)
        shared[wid] = v;
    __syncthreads();
    v = threadIdx.x < blockDim.x / warpSize ? shared[lane] : INFINITY;
    if (wid == 0)
        v = least_of_warp(v);
    if (threadIdx.x == 0)
        out[blockIdx.x] = v;
}

__global__ void zero_for_no_warp(const float *x, float *out, int dim)
{
    __shared__ float shared[32];
    int lane = threadIdx.x % warpSize, wid = threadIdx.x / warpSize;
    float v = INFINITY;
    for (int j = threadIdx.x; j < dim; j += blockDim.x)
        v = min(v, x[blockIdx.x * dim + j]);
    v = least_of_warp(v);
    if (lane == 0)
        shared[wid] = v;
    __syncthreads();
    v = threadIdx.x < blockDim.x / warpSize ? shared[lane] : 0;
    if (wid == 0)
        v = least_of_warp(v);
    if (threadIdx.x == 0)
        out[blockIdx.x] = v;
}
