// The sum of the n elements of in is added to out[0].
// Launch: blocks of 32, 64, 128 or 256 threads in one dimension, any number of them.

__global__ void one_atomic_a_block(const float *in, float *out, int n)
{
    __shared__ float part[32];
    float v = 0;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        v += in[i];
    for (int d = 16; d > 0; d /= 2)
        v += __shfl_down_sync(0xffffffff, v, d);
    if (threadIdx.x % 32 == 0)
        part[threadIdx.x / 32] = v;
    __syncthreads();
    if (threadIdx.x < 32) {
        v = threadIdx.x < blockDim.x / 32 ? part[threadIdx.x] : 0;
        for (int d = 16; d > 0; d /= 2)
            v += __shfl_down_sync(0xffffffff, v, d);
        if (threadIdx.x == 0)
            atomicAdd(out, v);
    }
}

__global__ void one_atomic_a_warp(const float *in, float *out, int n)
{
    __shared__ float part[32];
    float v = 0;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        v += in[i];
    for (int d = 16; d > 0; d /= 2)
        v += __shfl_down_sync(0xffffffff, v, d);
    if (threadIdx.x % 32 == 0)
        part[threadIdx.x / 32] = v;
    __syncthreads();
    v = threadIdx.x % 32 < blockDim.x / 32 ? part[threadIdx.x % 32] : 0;
    for (int d = 16; d > 0; d /= 2)
        v += __shfl_down_sync(0xffffffff, v, d);
    if (threadIdx.x % 32 == 0)
        atomicAdd(out, v);
}

__global__ void a_plain_addition(const float *in, float *out, int n)
{
    __shared__ float part[32];
    float v = 0;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        v += in[i];
    for (int d = 16; d > 0; d /= 2)
        v += __shfl_down_sync(0xffffffff, v, d);
    if (threadIdx.x % 32 == 0)
        part[threadIdx.x / 32] = v;
    __syncthreads();
    if (threadIdx.x < 32) {
        v = threadIdx.x < blockDim.x / 32 ? part[threadIdx.x] : 0;
        for (int d = 16; d > 0; d /= 2)
            v += __shfl_down_sync(0xffffffff, v, d);
        if (threadIdx.x == 0)
            *out += v;
    }
}

__global__ void steps_of_a_block(const float *in, float *out, int n)
{
    __shared__ float part[32];
    float v = 0;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x)
        v += in[i];
    for (int d = 16; d > 0; d /= 2)
        v += __shfl_down_sync(0xffffffff, v, d);
    if (threadIdx.x % 32 == 0)
        part[threadIdx.x / 32] = v;
    __syncthreads();
    if (threadIdx.x < 32) {
        v = threadIdx.x < blockDim.x / 32 ? part[threadIdx.x] : 0;
        for (int d = 16; d > 0; d /= 2)
            v += __shfl_down_sync(0xffffffff, v, d);
        if (threadIdx.x == 0)
            atomicAdd(out, v);
    }
}
