// out[r * n + j] is x[r * n + j] / sqrt(mean of the squares of row r + eps) * weight[j], for r below the number of blocks.
// Launch: a block a row, of 64, 128 or 256 threads in one dimension.

__global__ void mean_over_the_row(const float *x, const float *weight, float *out, int n, float eps)
{
    __shared__ float part[32];
    const float *row = x + blockIdx.x * n;
    float s = 0;
    for (int j = threadIdx.x; j < n; j += blockDim.x)
        s += row[j] * row[j];
    for (int d = 16; d > 0; d >>= 1)
        s += __shfl_down_sync(0xffffffff, s, d);
    if (threadIdx.x % 32 == 0)
        part[threadIdx.x / 32] = s;
    __syncthreads();
    s = 0;
    for (int w = 0; w < blockDim.x / 32; w++)
        s += part[w];
    float scale = rsqrtf(s / n + eps);
    for (int j = threadIdx.x; j < n; j += blockDim.x)
        out[blockIdx.x * n + j] = row[j] * scale * weight[j];
}

__global__ void mean_over_the_block(const float *x, const float *weight, float *out, int n, float eps)
{
    __shared__ float part[32];
    const float *row = x + blockIdx.x * n;
    float s = 0;
    for (int j = threadIdx.x; j < n; j += blockDim.x)
        s += row[j] * row[j];
    for (int d = 16; d > 0; d >>= 1)
        s += __shfl_down_sync(0xffffffff, s, d);
    if (threadIdx.x % 32 == 0)
        part[threadIdx.x / 32] = s;
    __syncthreads();
    s = 0;
    for (int w = 0; w < blockDim.x / 32; w++)
        s += part[w];
    float scale = rsqrtf(s / blockDim.x + eps);
    for (int j = threadIdx.x; j < n; j += blockDim.x)
        out[blockIdx.x * n + j] = row[j] * scale * weight[j];
}

__global__ void slots_read_early(const float *x, const float *weight, float *out, int n, float eps)
{
    __shared__ float part[32];
    const float *row = x + blockIdx.x * n;
    float s = 0;
    for (int j = threadIdx.x; j < n; j += blockDim.x)
        s += row[j] * row[j];
    for (int d = 16; d > 0; d >>= 1)
        s += __shfl_down_sync(0xffffffff, s, d);
    if (threadIdx.x % 32 == 0)
        part[threadIdx.x / 32] = s;
    s = 0;
    for (int w = 0; w < blockDim.x / 32; w++)
        s += part[w];
    float scale = rsqrtf(s / n + eps);
    for (int j = threadIdx.x; j < n; j += blockDim.x)
        out[blockIdx.x * n + j] = row[j] * scale * weight[j];
}
