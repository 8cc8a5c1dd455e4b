// out[r * n + j] is exp(in[r * n + j] - m) / s for j below n, where m is the greatest element of row r and s is the sum of
// exp(in[r * n + k] - m) over k below n, for r below the number of blocks.
// Launch: a block a row, of 64 threads in one dimension.

#define FLT_MAX 3.402823466e+38F

__global__ void sum_rescaled(const float *in, float *out, int n)
{
    __shared__ float greatest[2];
    __shared__ float sums[2];
    const float *row = in + blockIdx.x * n;
    int warps = blockDim.x / 32;
    float m = -FLT_MAX;
    float sum = 0.0f;
    for (int j = threadIdx.x; j < n; j += blockDim.x) {
        float next = fmaxf(m, row[j]);
        sum = sum * expf(m - next) + expf(row[j] - next);
        m = next;
    }
    for (int d = 16; d > 0; d /= 2) {
        float other = __shfl_xor_sync(0xffffffff, m, d);
        float more = __shfl_xor_sync(0xffffffff, sum, d);
        float next = fmaxf(m, other);
        sum = sum * expf(m - next) + more * expf(other - next);
        m = next;
    }
    if (threadIdx.x % 32 == 0) {
        greatest[threadIdx.x / 32] = m;
        sums[threadIdx.x / 32] = sum;
    }
    __syncthreads();
    m = greatest[0];
    for (int w = 1; w < warps; w++)
        m = fmaxf(m, greatest[w]);
    sum = 0.0f;
    for (int w = 0; w < warps; w++)
        sum += sums[w] * expf(greatest[w] - m);
    for (int j = threadIdx.x; j < n; j += blockDim.x)
        out[blockIdx.x * n + j] = expf(row[j] - m) / sum;
}

__global__ void sum_kept(const float *in, float *out, int n)
{
    __shared__ float greatest[2];
    __shared__ float sums[2];
    const float *row = in + blockIdx.x * n;
    int warps = blockDim.x / 32;
    float m = -FLT_MAX;
    float sum = 0.0f;
    for (int j = threadIdx.x; j < n; j += blockDim.x) {
        float next = fmaxf(m, row[j]);
        sum = sum + expf(row[j] - next);
        m = next;
    }
    for (int d = 16; d > 0; d /= 2) {
        float other = __shfl_xor_sync(0xffffffff, m, d);
        float more = __shfl_xor_sync(0xffffffff, sum, d);
        float next = fmaxf(m, other);
        sum = sum * expf(m - next) + more * expf(other - next);
        m = next;
    }
    if (threadIdx.x % 32 == 0) {
        greatest[threadIdx.x / 32] = m;
        sums[threadIdx.x / 32] = sum;
    }
    __syncthreads();
    m = greatest[0];
    for (int w = 1; w < warps; w++)
        m = fmaxf(m, greatest[w]);
    sum = 0.0f;
    for (int w = 0; w < warps; w++)
        sum += sums[w] * expf(greatest[w] - m);
    for (int j = threadIdx.x; j < n; j += blockDim.x)
        out[blockIdx.x * n + j] = expf(row[j] - m) / sum;
}

__global__ void sum_rescaled_by_the_element(const float *in, float *out, int n)
{
    __shared__ float greatest[2];
    __shared__ float sums[2];
    const float *row = in + blockIdx.x * n;
    int warps = blockDim.x / 32;
    float m = -FLT_MAX;
    float sum = 0.0f;
    for (int j = threadIdx.x; j < n; j += blockDim.x) {
        float next = fmaxf(m, row[j]);
        sum = sum * expf(m - row[j]) + expf(row[j] - next);
        m = next;
    }
    for (int d = 16; d > 0; d /= 2) {
        float other = __shfl_xor_sync(0xffffffff, m, d);
        float more = __shfl_xor_sync(0xffffffff, sum, d);
        float next = fmaxf(m, other);
        sum = sum * expf(m - next) + more * expf(other - next);
        m = next;
    }
    if (threadIdx.x % 32 == 0) {
        greatest[threadIdx.x / 32] = m;
        sums[threadIdx.x / 32] = sum;
    }
    __syncthreads();
    m = greatest[0];
    for (int w = 1; w < warps; w++)
        m = fmaxf(m, greatest[w]);
    sum = 0.0f;
    for (int w = 0; w < warps; w++)
        sum += sums[w] * expf(greatest[w] - m);
    for (int j = threadIdx.x; j < n; j += blockDim.x)
        out[blockIdx.x * n + j] = expf(row[j] - m) / sum;
}

__global__ void other_sum_rescaled_by_the_own_maximum(const float *in, float *out, int n)
{
    __shared__ float greatest[2];
    __shared__ float sums[2];
    const float *row = in + blockIdx.x * n;
    int warps = blockDim.x / 32;
    float m = -FLT_MAX;
    float sum = 0.0f;
    for (int j = threadIdx.x; j < n; j += blockDim.x) {
        float next = fmaxf(m, row[j]);
        sum = sum * expf(m - next) + expf(row[j] - next);
        m = next;
    }
    for (int d = 16; d > 0; d /= 2) {
        float other = __shfl_xor_sync(0xffffffff, m, d);
        float more = __shfl_xor_sync(0xffffffff, sum, d);
        float next = fmaxf(m, other);
        sum = sum * expf(m - next) + more * expf(m - next);
        m = next;
    }
    if (threadIdx.x % 32 == 0) {
        greatest[threadIdx.x / 32] = m;
        sums[threadIdx.x / 32] = sum;
    }
    __syncthreads();
    m = greatest[0];
    for (int w = 1; w < warps; w++)
        m = fmaxf(m, greatest[w]);
    sum = 0.0f;
    for (int w = 0; w < warps; w++)
        sum += sums[w] * expf(greatest[w] - m);
    for (int j = threadIdx.x; j < n; j += blockDim.x)
        out[blockIdx.x * n + j] = expf(row[j] - m) / sum;
}
