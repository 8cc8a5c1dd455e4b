// x[r * n + j] is divided by the root of the mean of squares of row r, plus eps, and multiplied by w[j], for j below n.
// Launch: blocks of 128 or 256 threads in one dimension, one a row.

__global__ void weights_of_columns(float *__restrict__ x, const float *__restrict__ w, int n, float eps)
{
    __shared__ float s[256];
    float *row = x + blockIdx.x * n;
    float sum = 0;
    for (int j = threadIdx.x; j < n; j += blockDim.x)
        sum += row[j] * row[j];
    s[threadIdx.x] = sum;
    __syncthreads();
    for (int d = blockDim.x / 2; d > 0; d /= 2) {
        if (threadIdx.x < d)
            s[threadIdx.x] += s[threadIdx.x + d];
        __syncthreads();
    }
    float scale = rsqrtf(s[0] / n + eps);
    for (int j = threadIdx.x; j < n; j += blockDim.x)
        row[j] = row[j] * scale * w[j];
}

__global__ void weights_of_threads(float *__restrict__ x, const float *__restrict__ w, int n, float eps)
{
    __shared__ float s[256];
    float *row = x + blockIdx.x * n;
    float sum = 0;
    for (int j = threadIdx.x; j < n; j += blockDim.x)
        sum += row[j] * row[j];
    s[threadIdx.x] = sum;
    __syncthreads();
    for (int d = blockDim.x / 2; d > 0; d /= 2) {
        if (threadIdx.x < d)
            s[threadIdx.x] += s[threadIdx.x + d];
        __syncthreads();
    }
    float scale = rsqrtf(s[0] / n + eps);
    for (int j = threadIdx.x; j < n; j += blockDim.x)
        row[j] = row[j] * scale * w[threadIdx.x];
}
