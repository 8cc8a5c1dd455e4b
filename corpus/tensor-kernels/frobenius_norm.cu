// The sum of the squares of the n elements of x is added to total[0].
// Launch: blocks of 256 threads in one dimension, any number of them.

__global__ void vectors_and_a_tail(const float *x, float *total, int n)
{
    __shared__ float warp_sums[8];
    int tid = blockIdx.x * blockDim.x + threadIdx.x;
    int threads = gridDim.x * blockDim.x;
    int quads = n / 4;
    const float4 *x4 = reinterpret_cast<const float4 *>(x);
    float s = 0.0f;
    for (int i = tid; i < quads; i += threads) {
        float4 v = x4[i];
        s += v.x * v.x + v.y * v.y + v.z * v.z + v.w * v.w;
    }
    for (int i = 4 * quads + tid; i < n; i += threads)
        s += x[i] * x[i];
    for (int offset = 16; offset > 0; offset /= 2)
        s += __shfl_down_sync(0xffffffff, s, offset);
    if (threadIdx.x % 32 == 0)
        warp_sums[threadIdx.x / 32] = s;
    __syncthreads();
    if (threadIdx.x < 32) {
        s = threadIdx.x < 8 ? warp_sums[threadIdx.x] : 0.0f;
        for (int offset = 4; offset > 0; offset /= 2)
            s += __shfl_down_sync(0xffffffff, s, offset);
        if (threadIdx.x == 0)
            atomicAdd(total, s);
    }
}

__global__ void vectors(const float *x, float *total, int n)
{
    __shared__ float warp_sums[8];
    int tid = blockIdx.x * blockDim.x + threadIdx.x;
    int threads = gridDim.x * blockDim.x;
    int quads = n / 4;
    const float4 *x4 = reinterpret_cast<const float4 *>(x);
    float s = 0.0f;
    for (int i = tid; i < quads; i += threads) {
        float4 v = x4[i];
        s += v.x * v.x + v.y * v.y + v.z * v.z + v.w * v.w;
    }
    for (int offset = 16; offset > 0; offset /= 2)
        s += __shfl_down_sync(0xffffffff, s, offset);
    if (threadIdx.x % 32 == 0)
        warp_sums[threadIdx.x / 32] = s;
    __syncthreads();
    if (threadIdx.x < 32) {
        s = threadIdx.x < 8 ? warp_sums[threadIdx.x] : 0.0f;
        for (int offset = 4; offset > 0; offset /= 2)
            s += __shfl_down_sync(0xffffffff, s, offset);
        if (threadIdx.x == 0)
            atomicAdd(total, s);
    }
}
