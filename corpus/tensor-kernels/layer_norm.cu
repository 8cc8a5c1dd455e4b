// y[r * n + j] is (x[r * n + j] - mean) / sqrt(var + eps) * weight[j] + bias[j], with the mean and the variance of row r of
// x, for r below the number of blocks and j below n.
// Launch: a block a row, of 128 or 256 threads in one dimension.

struct Moments {
    float mean, m2, count;
};

__device__ Moments merged(Moments a, Moments b)
{
    if (b.count == 0.0f)
        return a;
    float count = a.count + b.count;
    float delta = b.mean - a.mean;
    float share = b.count / count;
    return {a.mean + delta * share, a.m2 + b.m2 + delta * delta * a.count * share, count};
}

__device__ Moments averaged(Moments a, Moments b)
{
    float delta = b.mean - a.mean;
    return {(a.mean + b.mean) * 0.5f, a.m2 + b.m2 + delta * delta * a.count * 0.5f, a.count + b.count};
}

template <Moments (*combine)(Moments, Moments)>
__device__ void normalize(const float *x, const float *weight, const float *bias, float *y, int n, float eps)
{
    __shared__ Moments part[32];
    const float *row = x + blockIdx.x * n;
    Moments m = {0.0f, 0.0f, 0.0f};
    for (int j = threadIdx.x; j < n; j += blockDim.x) {
        float v = row[j];
        m.count += 1.0f;
        float delta = v - m.mean;
        m.mean += delta / m.count;
        m.m2 += delta * (v - m.mean);
    }
    for (int d = 16; d > 0; d /= 2) {
        Moments other;
        other.mean = __shfl_down_sync(0xffffffff, m.mean, d);
        other.m2 = __shfl_down_sync(0xffffffff, m.m2, d);
        other.count = __shfl_down_sync(0xffffffff, m.count, d);
        m = combine(m, other);
    }
    if (threadIdx.x % 32 == 0)
        part[threadIdx.x / 32] = m;
    __syncthreads();
    m = part[0];
    for (int w = 1; w < blockDim.x / 32; ++w)
        m = combine(m, part[w]);
    float scale = rsqrtf(m.m2 / n + eps);
    for (int j = threadIdx.x; j < n; j += blockDim.x)
        y[blockIdx.x * n + j] = (row[j] - m.mean) * scale * weight[j] + bias[j];
}

__global__ void means_by_their_counts(const float *x, const float *weight, const float *bias, float *y, int n, float eps)
{
    normalize<merged>(x, weight, bias, y, n, eps);
}

__global__ void means_of_two(const float *x, const float *weight, const float *bias, float *y, int n, float eps)
{
    normalize<averaged>(x, weight, bias, y, n, eps);
}
