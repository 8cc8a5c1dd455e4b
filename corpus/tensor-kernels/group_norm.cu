// y[i] is (x[i] - mean) / sqrt(var + eps) * weight[c] + bias[c], with the mean and the variance of the group of i: the
// channels / groups consecutive channels of an image that have c, each of area elements.
// Launch: a block for each group of each image, of 128 or 256 threads in one dimension.

__global__ void elements_of_a_group(const float *x, const float *weight, const float *bias, float *y, int channels,
    int area, int groups, float eps)
{
    extern __shared__ float buf[];
    float *sum = buf, *sq = buf + blockDim.x;
    int per_group = channels / groups;
    int size = per_group * area;
    int g = blockIdx.x % groups;
    const float *in = x + (size_t)blockIdx.x * size;
    float *out = y + (size_t)blockIdx.x * size;
    float a = 0.f, b = 0.f;
    for (int i = threadIdx.x; i < size; i += blockDim.x) {
        float v = in[i];
        a += v;
        b += v * v;
    }
    sum[threadIdx.x] = a;
    sq[threadIdx.x] = b;
    __syncthreads();
    for (int stride = blockDim.x / 2; stride > 0; stride >>= 1) {
        if (threadIdx.x < stride) {
            sum[threadIdx.x] += sum[threadIdx.x + stride];
            sq[threadIdx.x] += sq[threadIdx.x + stride];
        }
        __syncthreads();
    }
    float mean = sum[0] / size;
    float inv = rsqrtf(sq[0] / size - mean * mean + eps);
    for (int i = threadIdx.x; i < size; i += blockDim.x) {
        int c = g * per_group + i / area;
        out[i] = (in[i] - mean) * inv * weight[c] + bias[c];
    }
}

__global__ void elements_of_a_channel(const float *x, const float *weight, const float *bias, float *y, int channels,
    int area, int groups, float eps)
{
    extern __shared__ float buf[];
    float *sum = buf, *sq = buf + blockDim.x;
    int per_group = channels / groups;
    int size = per_group * area;
    int g = blockIdx.x % groups;
    const float *in = x + (size_t)blockIdx.x * size;
    float *out = y + (size_t)blockIdx.x * size;
    float a = 0.f, b = 0.f;
    for (int i = threadIdx.x; i < size; i += blockDim.x) {
        float v = in[i];
        a += v;
        b += v * v;
    }
    sum[threadIdx.x] = a;
    sq[threadIdx.x] = b;
    __syncthreads();
    for (int stride = blockDim.x / 2; stride > 0; stride >>= 1) {
        if (threadIdx.x < stride) {
            sum[threadIdx.x] += sum[threadIdx.x + stride];
            sq[threadIdx.x] += sq[threadIdx.x + stride];
        }
        __syncthreads();
    }
    float mean = sum[0] / area;
    float inv = rsqrtf(sq[0] / area - mean * mean + eps);
    for (int i = threadIdx.x; i < size; i += blockDim.x) {
        int c = g * per_group + i / area;
        out[i] = (in[i] - mean) * inv * weight[c] + bias[c];
    }
}
