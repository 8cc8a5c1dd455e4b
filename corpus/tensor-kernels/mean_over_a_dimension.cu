// out[b * inner + i] is the mean over d below dim of x[(b * dim + d) * inner + i], for i below inner.
// Launch: a block for each b and i, of 128 or 256 threads in one dimension.

__global__ void divided_by_the_dimension(const float *__restrict__ x, float *__restrict__ out, int dim, int inner)
{
    __shared__ float sdata[256];
    int b = blockIdx.x / inner, i = blockIdx.x % inner;
    float sum = 0.0f;
    for (int d = threadIdx.x; d < dim; d += blockDim.x)
        sum += x[(b * dim + d) * inner + i];
    sdata[threadIdx.x] = sum;
    __syncthreads();
    for (unsigned int s = blockDim.x / 2; s > 0; s >>= 1) {
        if (threadIdx.x < s)
            sdata[threadIdx.x] += sdata[threadIdx.x + s];
        __syncthreads();
    }
    if (threadIdx.x == 0)
        out[blockIdx.x] = sdata[0] / dim;
}

__global__ void divided_by_the_block(const float *__restrict__ x, float *__restrict__ out, int dim, int inner)
{
    __shared__ float sdata[256];
    int b = blockIdx.x / inner, i = blockIdx.x % inner;
    float sum = 0.0f;
    for (int d = threadIdx.x; d < dim; d += blockDim.x)
        sum += x[(b * dim + d) * inner + i];
    sdata[threadIdx.x] = sum;
    __syncthreads();
    for (unsigned int s = blockDim.x / 2; s > 0; s >>= 1) {
        if (threadIdx.x < s)
            sdata[threadIdx.x] += sdata[threadIdx.x + s];
        __syncthreads();
    }
    if (threadIdx.x == 0)
        out[blockIdx.x] = sdata[0] / inner;
}
