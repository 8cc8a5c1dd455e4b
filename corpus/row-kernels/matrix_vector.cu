// y[r] is the sum of a[r * n + j] * x[j] for j below n.
// Launch: blocks of 32 threads in one dimension, one a row.

__global__ void columns_below_n(const float *a, const float *x, float *y, int n)
{
    float sum = 0;
    for (int j = threadIdx.x; j < n; j += 32)
        sum += a[blockIdx.x * n + j] * x[j];
    for (int d = 16; d > 0; d /= 2)
        sum += __shfl_down_sync(0xffffffff, sum, d);
    if (threadIdx.x == 0)
        y[blockIdx.x] = sum;
}

__global__ void whole_warps_of_columns(const float *a, const float *x, float *y, int n)
{
    float sum = 0;
    for (int j = 0; j < n / 32; j++)
        sum += a[blockIdx.x * n + 32 * j + threadIdx.x] * x[32 * j + threadIdx.x];
    for (int d = 16; d > 0; d /= 2)
        sum += __shfl_down_sync(0xffffffff, sum, d);
    if (threadIdx.x == 0)
        y[blockIdx.x] = sum;
}
