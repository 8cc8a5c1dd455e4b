// out[r] is the minimum of the n elements of row r of in, for r below the number of blocks.
// Launch: a block a row, of 64, 128 or 256 threads in one dimension.

__global__ void infinity_beside(const float *in, float *out, int n)
{
    __shared__ float part[32];
    float v = INFINITY;
    for (int j = threadIdx.x; j < n; j += blockDim.x)
        v = fminf(v, in[blockIdx.x * n + j]);
    for (int d = 16; d > 0; d /= 2)
        v = fminf(v, __shfl_xor_sync(0xffffffff, v, d));
    if (threadIdx.x % 32 == 0)
        part[threadIdx.x / 32] = v;
    __syncthreads();
    if (threadIdx.x / 32 == 0) {
        v = threadIdx.x < blockDim.x / 32 ? part[threadIdx.x] : INFINITY;
        for (int d = 16; d > 0; d /= 2)
            v = fminf(v, __shfl_xor_sync(0xffffffff, v, d));
        if (threadIdx.x == 0)
            out[blockIdx.x] = v;
    }
}

__global__ void the_least_normal_number(const float *in, float *out, int n)
{
    __shared__ float part[32];
    float v = 1.17549435e-38f;
    for (int j = threadIdx.x; j < n; j += blockDim.x)
        v = fminf(v, in[blockIdx.x * n + j]);
    for (int d = 16; d > 0; d /= 2)
        v = fminf(v, __shfl_xor_sync(0xffffffff, v, d));
    if (threadIdx.x % 32 == 0)
        part[threadIdx.x / 32] = v;
    __syncthreads();
    if (threadIdx.x / 32 == 0) {
        v = threadIdx.x < blockDim.x / 32 ? part[threadIdx.x] : INFINITY;
        for (int d = 16; d > 0; d /= 2)
            v = fminf(v, __shfl_xor_sync(0xffffffff, v, d));
        if (threadIdx.x == 0)
            out[blockIdx.x] = v;
    }
}
