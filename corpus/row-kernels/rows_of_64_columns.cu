// out[r] is the sum of the 64 elements of row r of in, for each warp r of the grid.
// Launch: a warp a row, in blocks of 32, 64, 128 or 256 threads in one dimension.

template <int COLS> __device__ float row_sum(const float *row)
{
    float v = 0;
#pragma unroll
    for (int j = threadIdx.x % 32; j < COLS; j += 32)
        v += row[j];
    for (int d = 16; d > 0; d /= 2)
        v += __shfl_xor_sync(0xffffffff, v, d);
    return v;
}

__global__ void each_row_once(const float *in, float *out)
{
    int row = blockIdx.x * (blockDim.x / 32) + threadIdx.x / 32;
    float v = row_sum<64>(in + row * 64);
    if (threadIdx.x % 32 == 0)
        out[row] = v;
}

__global__ void rows_of_32(const float *in, float *out)
{
    int row = blockIdx.x * (blockDim.x / 32) + threadIdx.x / 32;
    float v = row_sum<32>(in + row * 64);
    if (threadIdx.x % 32 == 0)
        out[row] = v;
}

__global__ void thread_0_alone(const float *in, float *out)
{
    int row = blockIdx.x * (blockDim.x / 32) + threadIdx.x / 32;
    float v = row_sum<64>(in + row * 64);
    if (threadIdx.x == 0)
        out[row] = v;
}
