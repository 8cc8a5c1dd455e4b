// y[r * n + j] is x[r * n + j] divided by the sum of the absolute values of row r of x, for r below the number of blocks.
// Launch: a block a row, of 64, 128 or 256 threads in one dimension.

__global__ void broadcast_by_thread_0(const float *x, float *y, int n)
{
    __shared__ float part[32];
    __shared__ float total;
    const float *row = x + blockIdx.x * n;
    float v = 0.0f;
    for (int j = threadIdx.x; j < n; j += blockDim.x)
        v += fabsf(row[j]);
    for (int d = 16; d > 0; d /= 2)
        v += __shfl_down_sync(0xffffffff, v, d);
    if (threadIdx.x % 32 == 0)
        part[threadIdx.x / 32] = v;
    __syncthreads();
    if (threadIdx.x == 0) {
        float s = 0.0f;
        for (int w = 0; w < blockDim.x / 32; w++)
            s += part[w];
        total = s;
    }
    __syncthreads();
    for (int j = threadIdx.x; j < n; j += blockDim.x)
        y[blockIdx.x * n + j] = row[j] / total;
}

__global__ void broadcast_in_a_hurry(const float *x, float *y, int n)
{
    __shared__ float part[32];
    __shared__ float total;
    const float *row = x + blockIdx.x * n;
    float v = 0.0f;
    for (int j = threadIdx.x; j < n; j += blockDim.x)
        v += fabsf(row[j]);
    for (int d = 16; d > 0; d /= 2)
        v += __shfl_down_sync(0xffffffff, v, d);
    if (threadIdx.x % 32 == 0)
        part[threadIdx.x / 32] = v;
    __syncthreads();
    if (threadIdx.x == 0) {
        float s = 0.0f;
        for (int w = 0; w < blockDim.x / 32; w++)
            s += part[w];
        total = s;
    }
    for (int j = threadIdx.x; j < n; j += blockDim.x)
        y[blockIdx.x * n + j] = row[j] / total;
}
