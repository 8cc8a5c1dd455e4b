// The dot product of the n elements of a and b is added to result[0].
// Launch: blocks of 256 threads in one dimension, any number of them.

__global__ void __launch_bounds__(256) products_of_both(const float *a, const float *b, float *result, int n)
{
    __shared__ float s[256];
    float v = 0;
    for (int i = blockIdx.x * 256 + threadIdx.x; i < n; i += 256 * gridDim.x)
        v += a[i] * b[i];
    s[threadIdx.x] = v;
    __syncthreads();
    for (int d = 128; d > 0; d /= 2) {
        if (threadIdx.x < d)
            s[threadIdx.x] += s[threadIdx.x + d];
        __syncthreads();
    }
    if (threadIdx.x == 0)
        atomicAdd(result, s[0]);
}

__global__ void __launch_bounds__(256) barrier_after_the_loop(const float *a, const float *b, float *result, int n)
{
    __shared__ float s[256];
    float v = 0;
    for (int i = blockIdx.x * 256 + threadIdx.x; i < n; i += 256 * gridDim.x)
        v += a[i] * b[i];
    s[threadIdx.x] = v;
    __syncthreads();
    for (int d = 128; d > 0; d /= 2) {
        if (threadIdx.x < d)
            s[threadIdx.x] += s[threadIdx.x + d];
    }
    __syncthreads();
    if (threadIdx.x == 0)
        atomicAdd(result, s[0]);
}
