// out[b * inner + i] is the least d for which x[(b * dim + d) * inner + i] is the minimum over d below dim, for b below
// outer and i below inner. No element is a NaN.
// Launch: a thread for each b and i, in blocks of 64, 128 or 256 threads in one dimension; the grid may have more threads.

__global__ void first_of_equals(const float *x, int *out, int outer, int dim, int inner)
{
    int idx = blockIdx.x * blockDim.x + threadIdx.x;
    if (idx >= outer * inner)
        return;
    const float *p = x + idx / inner * dim * inner + idx % inner;
    float least = p[0];
    int at = 0;
    for (int d = 1; d < dim; ++d) {
        float v = p[d * inner];
        if (v < least) {
            least = v;
            at = d;
        }
    }
    out[idx] = at;
}

__global__ void last_of_equals(const float *x, int *out, int outer, int dim, int inner)
{
    int idx = blockIdx.x * blockDim.x + threadIdx.x;
    if (idx >= outer * inner)
        return;
    const float *p = x + idx / inner * dim * inner + idx % inner;
    float least = p[0];
    int at = 0;
    for (int d = 1; d < dim; ++d) {
        float v = p[d * inner];
        if (v <= least) {
            least = v;
            at = d;
        }
    }
    out[idx] = at;
}
