// y[r * dim + j] is the log-softmax of row r of x, for r below rows and j below dim.
// Launch: a warp a row, in blocks of 64, 128 or 256 threads in one dimension; the grid may have more warps than rows.

__device__ __forceinline__ float max_of_warp(float v)
{
    for (int d = 16; d > 0; d /= 2)
        v = fmaxf(v, __shfl_xor_sync(0xffffffff, v, d));
    return v;
}

__device__ __forceinline__ float sum_of_warp(float v)
{
    for (int d = 16; d > 0; d /= 2)
        v += __shfl_xor_sync(0xffffffff, v, d);
    return v;
}

__global__ void maximum_added_back(const float *x, float *y, int rows, int dim)
{
    int row = (blockIdx.x * blockDim.x + threadIdx.x) / 32;
    int lane = threadIdx.x % 32;
    if (row >= rows)
        return;
    x += row * dim;
    y += row * dim;
    float most = -INFINITY;
    for (int j = lane; j < dim; j += 32)
        most = fmaxf(most, x[j]);
    most = max_of_warp(most);
    float sum = 0;
    for (int j = lane; j < dim; j += 32)
        sum += expf(x[j] - most);
    sum = sum_of_warp(sum);
    float lse = most + logf(sum);
    for (int j = lane; j < dim; j += 32)
        y[j] = x[j] - lse;
}

__global__ void maximum_left_out(const float *x, float *y, int rows, int dim)
{
    int row = (blockIdx.x * blockDim.x + threadIdx.x) / 32;
    int lane = threadIdx.x % 32;
    if (row >= rows)
        return;
    x += row * dim;
    y += row * dim;
    float most = -INFINITY;
    for (int j = lane; j < dim; j += 32)
        most = fmaxf(most, x[j]);
    most = max_of_warp(most);
    float sum = 0;
    for (int j = lane; j < dim; j += 32)
        sum += expf(x[j] - most);
    sum = sum_of_warp(sum);
    float lse = logf(sum);
    for (int j = lane; j < dim; j += 32)
        y[j] = x[j] - lse;
}
