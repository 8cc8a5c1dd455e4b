// out[b] is the maximum of the 2 blockDim.x elements of in from b * 2 blockDim.x on.
// Launch: blocks of 64, 128 or 256 threads in one dimension, one for 2 blockDim.x elements.

__global__ void two_elements_a_thread(const float *in, float *out)
{
    __shared__ float s[1024];
    int i = blockIdx.x * 2 * blockDim.x + threadIdx.x;
    s[threadIdx.x] = fmaxf(in[i], in[i + blockDim.x]);
    __syncthreads();
    for (int d = blockDim.x / 2; d > 0; d /= 2) {
        if (threadIdx.x < d)
            s[threadIdx.x] = fmaxf(s[threadIdx.x], s[threadIdx.x + d]);
        __syncthreads();
    }
    if (threadIdx.x == 0)
        out[blockIdx.x] = s[0];
}

__global__ void least_of_two(const float *in, float *out)
{
    __shared__ float s[1024];
    int i = blockIdx.x * 2 * blockDim.x + threadIdx.x;
    s[threadIdx.x] = fmaxf(in[i], in[i + blockDim.x]);
    for (int d = blockDim.x / 2; d > 0; d /= 2) {
        if (threadIdx.x < d)
            s[threadIdx.x] = fmaxf(s[threadIdx.x], s[threadIdx.x + d]);
        __syncthreads();
    }
    if (threadIdx.x == 0)
        out[blockIdx.x] = s[0];
}
