// y[(n * channels + c) * area + i] is (x[...] - mean) / sqrt(var + eps) * weight[c] + bias[c], with the mean and the
// variance of the batch * area elements of channel c of x, for c below channels.
// Launch: a block a channel, of 128 or 256 threads in one dimension.

__global__ void barrier_after_thread_0(const float *x, const float *weight, const float *bias, float *y, int batch,
    int channels, int area, float eps)
{
    __shared__ float s1[256], s2[256];
    __shared__ float mean, scale;
    int c = blockIdx.x, tid = threadIdx.x, count = batch * area;
    float a = 0.0f, b = 0.0f;
    for (int i = tid; i < count; i += blockDim.x) {
        float v = x[(i / area * channels + c) * area + i % area];
        a += v;
        b += v * v;
    }
    s1[tid] = a;
    s2[tid] = b;
    __syncthreads();
    for (int d = blockDim.x / 2; d > 0; d >>= 1) {
        if (tid < d) {
            s1[tid] += s1[tid + d];
            s2[tid] += s2[tid + d];
        }
        __syncthreads();
    }
    if (tid == 0) {
        mean = s1[0] / count;
        scale = rsqrtf(s2[0] / count - mean * mean + eps);
    }
    __syncthreads();
    for (int i = tid; i < count; i += blockDim.x) {
        int at = (i / area * channels + c) * area + i % area;
        y[at] = (x[at] - mean) * scale * weight[c] + bias[c];
    }
}

__global__ void barriers_of_the_tree(const float *x, const float *weight, const float *bias, float *y, int batch,
    int channels, int area, float eps)
{
    __shared__ float s1[256], s2[256];
    __shared__ float mean, scale;
    int c = blockIdx.x, tid = threadIdx.x, count = batch * area;
    float a = 0.0f, b = 0.0f;
    for (int i = tid; i < count; i += blockDim.x) {
        float v = x[(i / area * channels + c) * area + i % area];
        a += v;
        b += v * v;
    }
    s1[tid] = a;
    s2[tid] = b;
    __syncthreads();
    for (int d = blockDim.x / 2; d > 0; d >>= 1) {
        if (tid < d) {
            s1[tid] += s1[tid + d];
            s2[tid] += s2[tid + d];
        }
        __syncthreads();
    }
    if (tid == 0) {
        mean = s1[0] / count;
        scale = rsqrtf(s2[0] / count - mean * mean + eps);
    }
    for (int i = tid; i < count; i += blockDim.x) {
        int at = (i / area * channels + c) * area + i % area;
        y[at] = (x[at] - mean) * scale * weight[c] + bias[c];
    }
}
