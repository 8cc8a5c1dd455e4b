// out[r] is the sum of the n elements of row r of in, for r below the number of blocks.
// Launch: a block a row, of 32, 64, 128 or 256 threads in one dimension.

__global__ void warps_then_thread_0(const float *in, float *out, int n)
{
    __shared__ float part[32];
    float v = 0;
    for (int j = threadIdx.x; j < n; j += blockDim.x)
        v += in[blockIdx.x * n + j];
    for (int d = 16; d > 0; d /= 2)
        v += __shfl_down_sync(~0u, v, d);
    if ((threadIdx.x & 31) == 0)
        part[threadIdx.x >> 5] = v;
    __syncthreads();
    if (threadIdx.x == 0) {
        float s = 0;
        for (int w = 0; w < blockDim.x >> 5; w++)
            s += part[w];
        out[blockIdx.x] = s;
    }
}

__global__ void first_element_is_skipped(const float *in, float *out, int n)
{
    __shared__ float part[32];
    float v = 0;
    for (int j = threadIdx.x + 1; j < n; j += blockDim.x)
        v += in[blockIdx.x * n + j];
    for (int d = 16; d > 0; d /= 2)
        v += __shfl_down_sync(~0u, v, d);
    if ((threadIdx.x & 31) == 0)
        part[threadIdx.x >> 5] = v;
    __syncthreads();
    if (threadIdx.x == 0) {
        float s = 0;
        for (int w = 0; w < blockDim.x >> 5; w++)
            s += part[w];
        out[blockIdx.x] = s;
    }
}

__global__ void whole_steps_alone(const float *in, float *out, int n)
{
    __shared__ float part[32];
    float v = 0;
    for (int j = 0; j < n / blockDim.x; j++)
        v += in[blockIdx.x * n + j * blockDim.x + threadIdx.x];
    for (int d = 16; d > 0; d /= 2)
        v += __shfl_down_sync(~0u, v, d);
    if ((threadIdx.x & 31) == 0)
        part[threadIdx.x >> 5] = v;
    __syncthreads();
    if (threadIdx.x == 0) {
        float s = 0;
        for (int w = 0; w < blockDim.x >> 5; w++)
            s += part[w];
        out[blockIdx.x] = s;
    }
}

__global__ void shuffles_of_some_lanes(const float *in, float *out, int n)
{
    __shared__ float part[32];
    if (threadIdx.x == 0)
        out[blockIdx.x] = 0;
    __syncthreads();
    if (threadIdx.x < n) {
        float v = 0;
        for (int j = threadIdx.x; j < n; j += blockDim.x)
            v += in[blockIdx.x * n + j];
        for (int d = 16; d > 0; d /= 2)
            v += __shfl_down_sync(~0u, v, d);
        if ((threadIdx.x & 31) == 0)
            part[threadIdx.x >> 5] = v;
    }
    __syncthreads();
    if (threadIdx.x == 0) {
        float s = 0;
        for (int w = 0; w < blockDim.x >> 5 && 32 * w < n; w++)
            s += part[w];
        out[blockIdx.x] = s;
    }
}
