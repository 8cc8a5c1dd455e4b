// out[r * n + j] is the sum of x[r * n + j] to x[r * n + n - 1], for r below the number of blocks and j below n. n is at
// most the number of threads.
// Launch: a block a row, of 128 or 256 threads in one dimension, and n up to the number of threads.

__global__ void barrier_before_the_store(const float *x, float *out, int n)
{
    __shared__ float s[256];
    int t = threadIdx.x;
    s[t] = t < n ? x[blockIdx.x * n + n - 1 - t] : 0.0f;
    __syncthreads();
    for (int d = 1; d < n; d <<= 1) {
        float v = 0.0f;
        if (t >= d)
            v = s[t - d];
        __syncthreads();
        s[t] += v;
        __syncthreads();
    }
    if (t < n)
        out[blockIdx.x * n + n - 1 - t] = s[t];
}

__global__ void barrier_after_the_store(const float *x, float *out, int n)
{
    __shared__ float s[256];
    int t = threadIdx.x;
    s[t] = t < n ? x[blockIdx.x * n + n - 1 - t] : 0.0f;
    __syncthreads();
    for (int d = 1; d < n; d <<= 1) {
        float v = 0.0f;
        if (t >= d)
            v = s[t - d];
        s[t] += v;
        __syncthreads();
    }
    if (t < n)
        out[blockIdx.x * n + n - 1 - t] = s[t];
}
