// out[r] is the mean of the squares of the n elements of row r of in, for r below the number of blocks.
// Launch: a block a row, of 128 threads in one dimension.

#define THREADS 128

__global__ void zeros_beside(const float *in, float *out, int n)
{
    __shared__ float s[THREADS];
    float v = 0.f;
    for (int j = threadIdx.x; j < n; j += THREADS)
        v += in[blockIdx.x * n + j] * in[blockIdx.x * n + j];
    s[threadIdx.x] = v;
    __syncthreads();
    for (int d = THREADS / 2; d > 0; d >>= 1) {
        if (threadIdx.x < d)
            s[threadIdx.x] += s[threadIdx.x + d];
        __syncthreads();
    }
    if (threadIdx.x == 0)
        out[blockIdx.x] = s[0] / n;
}

__global__ void one_step_less(const float *in, float *out, int n)
{
    __shared__ float s[THREADS];
    float v = 0.f;
    for (int j = threadIdx.x; j < n; j += THREADS)
        v += in[blockIdx.x * n + j] * in[blockIdx.x * n + j];
    s[threadIdx.x] = v;
    __syncthreads();
    for (int d = THREADS / 2; d > 1; d >>= 1) {
        if (threadIdx.x < d)
            s[threadIdx.x] += s[threadIdx.x + d];
        __syncthreads();
    }
    if (threadIdx.x == 0)
        out[blockIdx.x] = s[0] / n;
}

__global__ void barrier_for_some(const float *in, float *out, int n)
{
    __shared__ float s[THREADS];
    float v = 0.f;
    for (int j = threadIdx.x; j < n; j += THREADS)
        v += in[blockIdx.x * n + j] * in[blockIdx.x * n + j];
    s[threadIdx.x] = v;
    __syncthreads();
    for (int d = THREADS / 2; d > 0; d >>= 1) {
        if (threadIdx.x < d) {
            s[threadIdx.x] += s[threadIdx.x + d];
            __syncthreads();
        }
    }
    if (threadIdx.x == 0)
        out[blockIdx.x] = s[0] / n;
}
