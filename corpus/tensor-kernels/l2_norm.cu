// y[r * dim + j] is x[r * dim + j] divided by the square root of the sum of the squares of row r of x, computed in float
// and rounded once to half, for r below rows and j below dim.
// Launch: a warp a row, in blocks of 64, 128 or 256 threads in one dimension; the grid may have more warps than rows.

#include <cuda_fp16.h>

__global__ void lanes_to_the_end(const __half *x, __half *y, int rows, int dim)
{
    int row = blockIdx.x * (blockDim.x / 32) + threadIdx.x / 32;
    int lane = threadIdx.x % 32;
    if (row >= rows)
        return;
    float s = 0.f;
    for (int j = lane; j < dim; j += 32) {
        float v = __half2float(x[row * dim + j]);
        s += v * v;
    }
    for (int d = 16; d > 0; d >>= 1)
        s += __shfl_xor_sync(0xffffffff, s, d);
    float norm = sqrtf(s);
    for (int j = lane; j < dim; j += 32)
        y[row * dim + j] = __float2half(__half2float(x[row * dim + j]) / norm);
}

__global__ void lanes_to_the_middle(const __half *x, __half *y, int rows, int dim)
{
    int row = blockIdx.x * (blockDim.x / 32) + threadIdx.x / 32;
    int lane = threadIdx.x % 32;
    if (row >= rows)
        return;
    float s = 0.f;
    for (int j = lane; j < dim; j += 32) {
        float v = __half2float(x[row * dim + j]);
        s += v * v;
    }
    for (int d = 8; d > 0; d >>= 1)
        s += __shfl_xor_sync(0xffffffff, s, d);
    float norm = sqrtf(s);
    for (int j = lane; j < dim; j += 32)
        y[row * dim + j] = __float2half(__half2float(x[row * dim + j]) / norm);
}
