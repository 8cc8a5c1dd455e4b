// out[r] is the sum of the n elements of row r of in, for r below the number of blocks and n up to the number of threads.
// Launch: a block a row, of 64, 128 or 256 threads in one dimension.

__global__ void zero_past_the_row(const float *in, float *out, int n)
{
    __shared__ float s[256];
    s[threadIdx.x] = threadIdx.x < n ? in[blockIdx.x * n + threadIdx.x] : 0.0f;
    __syncthreads();
    for (int d = blockDim.x / 2; d > 0; d /= 2) {
        if (threadIdx.x < d)
            s[threadIdx.x] += s[threadIdx.x + d];
        __syncthreads();
    }
    if (threadIdx.x == 0)
        out[blockIdx.x] = s[0];
}

__global__ void nothing_past_the_row(const float *in, float *out, int n)
{
    __shared__ float s[256];
    if (threadIdx.x >= n)
        return;
    s[threadIdx.x] = in[blockIdx.x * n + threadIdx.x];
    __syncthreads();
    for (int d = blockDim.x / 2; d > 0; d /= 2) {
        if (threadIdx.x < d && threadIdx.x + d < n)
            s[threadIdx.x] += s[threadIdx.x + d];
        __syncthreads();
    }
    if (threadIdx.x == 0)
        out[blockIdx.x] = s[0];
}
