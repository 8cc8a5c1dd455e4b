// out[b] is the sum of the squared differences of the elements of a and b in tiles of 128 that block b takes in turn with
// the others.
// Launch: blocks of 128 threads in one dimension.

__global__ void difference_first(const float *a, const float *b, float *out, int n)
{
    __shared__ float part[4];
    float v = 0.0f;
    for (int i = blockIdx.x * 128 + threadIdx.x; i < n; i += 128 * gridDim.x) {
        float d = a[i] - b[i];
        v += d * d;
    }
    for (int d = 16; d > 0; d /= 2)
        v += __shfl_down_sync(0xffffffff, v, d);
    if (threadIdx.x % 32 == 0)
        part[threadIdx.x / 32] = v;
    __syncthreads();
    if (threadIdx.x == 0)
        out[blockIdx.x] = part[0] + part[1] + part[2] + part[3];
}

__global__ void three_of_four_warps(const float *a, const float *b, float *out, int n)
{
    __shared__ float part[4];
    float v = 0.0f;
    for (int i = blockIdx.x * 128 + threadIdx.x; i < n; i += 128 * gridDim.x) {
        float d = a[i] - b[i];
        v += d * d;
    }
    for (int d = 16; d > 0; d /= 2)
        v += __shfl_down_sync(0xffffffff, v, d);
    if (threadIdx.x % 32 == 0)
        part[threadIdx.x / 32] = v;
    __syncthreads();
    if (threadIdx.x == 0)
        out[blockIdx.x] = part[0] + part[1] + part[2];
}
