// out[b * cols + c] is the sum over r below rows of x[(b * rows + r) * cols + c], for each b below gridDim.y and c below
// cols.
// Launch: a grid of two dimensions: a thread a column in x, in blocks of 64, 128 or 256 threads, and a matrix in y.

__global__ void rows_of_one_matrix(const float *x, float *out, int rows, int cols)
{
    int c = blockIdx.x * blockDim.x + threadIdx.x;
    int b = blockIdx.y;
    if (c >= cols)
        return;
    const float *p = x + (size_t)b * rows * cols + c;
    float s = 0.0f;
    for (int r = 0; r < rows; ++r)
        s += p[(size_t)r * cols];
    out[b * cols + c] = s;
}

__global__ void rows_and_one_more(const float *x, float *out, int rows, int cols)
{
    int c = blockIdx.x * blockDim.x + threadIdx.x;
    int b = blockIdx.y;
    if (c >= cols)
        return;
    const float *p = x + (size_t)b * rows * cols + c;
    float s = 0.0f;
    for (int r = 0; r <= rows; ++r)
        s += p[(size_t)r * cols];
    out[b * cols + c] = s;
}
