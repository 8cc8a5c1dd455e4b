// y[r * dim + j] is x[r * dim + j] divided by the mean of the absolute values of row r of x, for r below the number of
// blocks and j below dim.
// Launch: a block a row, of 128 or 256 threads in one dimension.

__global__ void sums_of_all_warps(const float *x, float *y, int dim)
{
    __shared__ float warp_sum[32];
    int row = blockIdx.x;
    float sum = 0.0f;
    for (int j = threadIdx.x; j < dim; j += blockDim.x)
        sum += fabsf(x[row * dim + j]);
    for (int d = 16; d > 0; d /= 2)
        sum += __shfl_down_sync(0xffffffff, sum, d);
    if ((threadIdx.x & 31) == 0)
        warp_sum[threadIdx.x >> 5] = sum;
    __syncthreads();
    if (threadIdx.x < 32) {
        sum = threadIdx.x < (blockDim.x >> 5) ? warp_sum[threadIdx.x] : 0.0f;
        for (int d = 16; d > 0; d /= 2)
            sum += __shfl_down_sync(0xffffffff, sum, d);
        if (threadIdx.x == 0)
            warp_sum[0] = sum / dim;
    }
    __syncthreads();
    float mean = warp_sum[0];
    for (int j = threadIdx.x; j < dim; j += blockDim.x)
        y[row * dim + j] = x[row * dim + j] / mean;
}

__global__ void sum_of_a_warp(const float *x, float *y, int dim)
{
    __shared__ float warp_sum[32];
    int row = blockIdx.x;
    float sum = 0.0f;
    for (int j = threadIdx.x; j < dim; j += blockDim.x)
        sum += fabsf(x[row * dim + j]);
    for (int d = 16; d > 0; d /= 2)
        sum += __shfl_down_sync(0xffffffff, sum, d);
    if ((threadIdx.x & 31) == 0)
        warp_sum[threadIdx.x >> 5] = sum;
    if (threadIdx.x < 32) {
        sum = threadIdx.x < (blockDim.x >> 5) ? warp_sum[threadIdx.x] : 0.0f;
        for (int d = 16; d > 0; d /= 2)
            sum += __shfl_down_sync(0xffffffff, sum, d);
        if (threadIdx.x == 0)
            warp_sum[0] = sum / dim;
    }
    __syncthreads();
    float mean = warp_sum[0];
    for (int j = threadIdx.x; j < dim; j += blockDim.x)
        y[row * dim + j] = x[row * dim + j] / mean;
}
