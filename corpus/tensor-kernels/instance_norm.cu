// y[r * area + i] is (x[r * area + i] - mean) / sqrt(var + 1e-5), with the mean and the variance (divided by area) of the
// area elements of plane r of x, for r below the number of blocks.
// Launch: a block a plane, of 256 threads in one dimension.

#define THREADS 256

__device__ float total(float v)
{
    __shared__ float part[THREADS / 32];
    for (int d = 16; d > 0; d >>= 1)
        v += __shfl_down_sync(0xffffffffu, v, d);
    __syncthreads();
    if (threadIdx.x % 32 == 0)
        part[threadIdx.x / 32] = v;
    __syncthreads();
    v = 0;
    for (int w = 0; w < THREADS / 32; ++w)
        v += part[w];
    return v;
}

__global__ void mean_of_the_squares(const float *x, float *y, int area)
{
    const float *in = x + blockIdx.x * area;
    float *out = y + blockIdx.x * area;
    float s = 0;
    for (int i = threadIdx.x; i < area; i += THREADS)
        s += in[i];
    float mean = total(s) / area;
    float q = 0;
    for (int i = threadIdx.x; i < area; i += THREADS) {
        float d = in[i] - mean;
        q += d * d;
    }
    float inv_std = rsqrtf(total(q) / area + 1e-5f);
    for (int i = threadIdx.x; i < area; i += THREADS)
        out[i] = (in[i] - mean) * inv_std;
}

__global__ void estimate_of_a_sample(const float *x, float *y, int area)
{
    const float *in = x + blockIdx.x * area;
    float *out = y + blockIdx.x * area;
    float s = 0;
    for (int i = threadIdx.x; i < area; i += THREADS)
        s += in[i];
    float mean = total(s) / area;
    float q = 0;
    for (int i = threadIdx.x; i < area; i += THREADS) {
        float d = in[i] - mean;
        q += d * d;
    }
    float inv_std = rsqrtf(total(q) / (area - 1) + 1e-5f);
    for (int i = threadIdx.x; i < area; i += THREADS)
        out[i] = (in[i] - mean) * inv_std;
}
