// out[c] is the sum of the rows elements of column c of in, for c below cols.
// Launch: blocks of 64, 128 or 256 threads in one dimension, a thread a column; the grid may have more threads than columns.

__global__ void every_row(const float *in, float *out, int rows, int cols)
{
    int c = blockIdx.x * blockDim.x + threadIdx.x;
    if (c >= cols)
        return;
    float s = 0.0f;
    for (int r = 0; r < rows; r++)
        s += in[r * cols + c];
    out[c] = s;
}

__global__ void rows_of_a_square(const float *in, float *out, int rows, int cols)
{
    int c = blockIdx.x * blockDim.x + threadIdx.x;
    if (c > cols)
        return;
    float s = 0.0f;
    for (int r = 0; r < rows; r++)
        s += in[r * cols + c];
    out[c] = s;
}
