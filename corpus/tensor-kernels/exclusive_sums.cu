// out[r * n + j] is the sum of x[r * n] to x[r * n + j - 1], 0 for j = 0, for r below rows and j below n.
// Launch: a thread a row, in blocks of 64, 128 or 256 threads in one dimension; the grid may have more threads than rows.

__global__ void store_and_add(const float *x, float *out, int rows, int n)
{
    int r = blockIdx.x * blockDim.x + threadIdx.x;
    if (r < rows) {
        float sum = 0.0f;
        for (int j = 0; j < n; ++j) {
            out[r * n + j] = sum;
            sum += x[r * n + j];
        }
    }
}

__global__ void add_and_store(const float *x, float *out, int rows, int n)
{
    int r = blockIdx.x * blockDim.x + threadIdx.x;
    if (r < rows) {
        float sum = 0.0f;
        for (int j = 0; j < n; ++j) {
            sum += x[r * n + j];
            out[r * n + j] = sum;
        }
    }
}
