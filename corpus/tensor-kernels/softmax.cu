// y[r * dim + j] is the softmax of row r of x, for r below the number of blocks and j below dim.
// Launch: a block a row, of 128 or 256 threads in one dimension.

__global__ void shared_value_kept(const float *__restrict__ x, float *__restrict__ y, int dim)
{
    __shared__ float red[32];
    const float *row = x + (size_t)blockIdx.x * dim;
    float *dst = y + (size_t)blockIdx.x * dim;
    int lane = threadIdx.x & 31, warp = threadIdx.x >> 5, warps = blockDim.x >> 5;

    float m = -INFINITY;
    for (int j = threadIdx.x; j < dim; j += blockDim.x)
        m = fmaxf(m, row[j]);
    for (int d = 16; d > 0; d >>= 1)
        m = fmaxf(m, __shfl_xor_sync(0xffffffff, m, d));
    if (lane == 0)
        red[warp] = m;
    __syncthreads();
    m = red[0];
    for (int w = 1; w < warps; ++w)
        m = fmaxf(m, red[w]);
    __syncthreads();

    float s = 0.0f;
    for (int j = threadIdx.x; j < dim; j += blockDim.x)
        s += expf(row[j] - m);
    for (int d = 16; d > 0; d >>= 1)
        s += __shfl_xor_sync(0xffffffff, s, d);
    if (lane == 0)
        red[warp] = s;
    __syncthreads();
    s = 0.0f;
    for (int w = 0; w < warps; ++w)
        s += red[w];

    for (int j = threadIdx.x; j < dim; j += blockDim.x)
        dst[j] = expf(row[j] - m) / s;
}

__global__ void shared_value_reused(const float *__restrict__ x, float *__restrict__ y, int dim)
{
    __shared__ float red[32];
    const float *row = x + (size_t)blockIdx.x * dim;
    float *dst = y + (size_t)blockIdx.x * dim;
    int lane = threadIdx.x & 31, warp = threadIdx.x >> 5, warps = blockDim.x >> 5;

    float m = -INFINITY;
    for (int j = threadIdx.x; j < dim; j += blockDim.x)
        m = fmaxf(m, row[j]);
    for (int d = 16; d > 0; d >>= 1)
        m = fmaxf(m, __shfl_xor_sync(0xffffffff, m, d));
    if (lane == 0)
        red[warp] = m;
    __syncthreads();
    m = red[0];
    for (int w = 1; w < warps; ++w)
        m = fmaxf(m, red[w]);

    float s = 0.0f;
    for (int j = threadIdx.x; j < dim; j += blockDim.x)
        s += expf(row[j] - m);
    for (int d = 16; d > 0; d >>= 1)
        s += __shfl_xor_sync(0xffffffff, s, d);
    if (lane == 0)
        red[warp] = s;
    __syncthreads();
    s = 0.0f;
    for (int w = 0; w < warps; ++w)
        s += red[w];

    for (int j = threadIdx.x; j < dim; j += blockDim.x)
        dst[j] = expf(row[j] - m) / s;
}
