// loss[r] is the log of the sum of the exponentials of row r of logits, less the logit of that row at targets[r], for r
// below the number of blocks. A target is a number of a class. Finite logits of any size give a finite loss.
// Launch: a block a row, of 128 or 256 threads in one dimension.

__global__ void greatest_logit(const float *logits, const long long *targets, float *loss, int classes)
{
    __shared__ float s[256];
    const float *row = logits + blockIdx.x * classes;
    int t = threadIdx.x;
    float m = -INFINITY;
    for (int j = t; j < classes; j += blockDim.x)
        m = fmaxf(m, row[j]);
    s[t] = m;
    __syncthreads();
    for (int d = blockDim.x / 2; d > 0; d /= 2) {
        if (t < d)
            s[t] = fmaxf(s[t], s[t + d]);
        __syncthreads();
    }
    m = s[0];
    __syncthreads();
    float sum = 0.0f;
    for (int j = t; j < classes; j += blockDim.x)
        sum += expf(row[j] - m);
    s[t] = sum;
    __syncthreads();
    for (int d = blockDim.x / 2; d > 0; d /= 2) {
        if (t < d)
            s[t] += s[t + d];
        __syncthreads();
    }
    if (t == 0)
        loss[blockIdx.x] = logf(s[0]) + m - row[targets[blockIdx.x]];
}

__global__ void greatest_logit_above_zero(const float *logits, const long long *targets, float *loss, int classes)
{
    __shared__ float s[256];
    const float *row = logits + blockIdx.x * classes;
    int t = threadIdx.x;
    float m = 0.0f;
    for (int j = t; j < classes; j += blockDim.x)
        m = fmaxf(m, row[j]);
    s[t] = m;
    __syncthreads();
    for (int d = blockDim.x / 2; d > 0; d /= 2) {
        if (t < d)
            s[t] = fmaxf(s[t], s[t + d]);
        __syncthreads();
    }
    m = s[0];
    __syncthreads();
    float sum = 0.0f;
    for (int j = t; j < classes; j += blockDim.x)
        sum += expf(row[j] - m);
    s[t] = sum;
    __syncthreads();
    for (int d = blockDim.x / 2; d > 0; d /= 2) {
        if (t < d)
            s[t] += s[t + d];
        __syncthreads();
    }
    if (t == 0)
        loss[blockIdx.x] = logf(s[0]) + m - row[targets[blockIdx.x]];
}
