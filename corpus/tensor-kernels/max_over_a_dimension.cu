// out[b * inner + i] is the maximum over d below dim of x[(b * dim + d) * inner + i], for b below outer and i below inner.
// Launch: a thread for each b and i, in blocks of 64, 128 or 256 threads in one dimension; the grid may have more threads.

__global__ void infinity_first(const float *x, float *out, int outer, int dim, int inner)
{
    int idx = blockIdx.x * blockDim.x + threadIdx.x;
    if (idx < outer * inner) {
        int b = idx / inner;
        int i = idx % inner;
        float best = -INFINITY;
        for (int d = 0; d < dim; d++)
            best = fmaxf(best, x[b * dim * inner + d * inner + i]);
        out[idx] = best;
    }
}

__global__ void zero_first(const float *x, float *out, int outer, int dim, int inner)
{
    int idx = blockIdx.x * blockDim.x + threadIdx.x;
    if (idx < outer * inner) {
        int b = idx / inner;
        int i = idx % inner;
        float best = 0.0f;
        for (int d = 0; d < dim; d++)
            best = fmaxf(best, x[b * dim * inner + d * inner + i]);
        out[idx] = best;
    }
}
