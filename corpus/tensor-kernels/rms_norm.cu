// y[(n * features + f) * inner + i] is x[...] / sqrt(mean over f of the squares of x[(n * features + f) * inner + i] + eps),
// for n below batch and i below inner.
// Launch: a thread for each n and i, in blocks of 64, 128 or 256 threads in one dimension; the grid may have more threads.

__global__ void features_far_apart(const float *__restrict__ x, float *__restrict__ y, int batch, int features, int inner,
    float eps)
{
    int idx = blockIdx.x * blockDim.x + threadIdx.x;
    if (idx >= batch * inner)
        return;
    int n = idx / inner, i = idx % inner;
    int base = n * features * inner + i;
    float sum_sq = 0.0f;
    for (int f = 0; f < features; ++f) {
        float v = x[base + f * inner];
        sum_sq += v * v;
    }
    float rms = sqrtf(sum_sq / features + eps);
    for (int f = 0; f < features; ++f)
        y[base + f * inner] = x[base + f * inner] / rms;
}

__global__ void features_side_by_side(const float *__restrict__ x, float *__restrict__ y, int batch, int features,
    int inner, float eps)
{
    int idx = blockIdx.x * blockDim.x + threadIdx.x;
    if (idx >= batch * inner)
        return;
    int n = idx / inner, i = idx % inner;
    int base = n * features * inner + i;
    float sum_sq = 0.0f;
    for (int f = 0; f < features; ++f) {
        float v = x[base + f];
        sum_sq += v * v;
    }
    float rms = sqrtf(sum_sq / features + eps);
    for (int f = 0; f < features; ++f)
        y[base + f * inner] = x[base + f * inner] / rms;
}
