// out[r] is the least number of an element of row r of x that is its maximum, for r below the number of blocks. No element
// is a NaN.
// Launch: a block a row, of 128 or 256 threads in one dimension.

__global__ void lesser_number_of_equals(const float *x, long long *out, int dim)
{
    __shared__ float vals[256];
    __shared__ int idxs[256];
    const float *row = x + blockIdx.x * dim;
    int tid = threadIdx.x;
    float best = -INFINITY;
    int at = dim;
    for (int j = tid; j < dim; j += blockDim.x)
        if (row[j] > best || at == dim) {
            best = row[j];
            at = j;
        }
    vals[tid] = best;
    idxs[tid] = at;
    __syncthreads();
    for (int d = blockDim.x / 2; d > 0; d /= 2) {
        if (tid < d) {
            float v = vals[tid + d];
            int i = idxs[tid + d];
            if (v > vals[tid] || v == vals[tid] && i < idxs[tid]) {
                vals[tid] = v;
                idxs[tid] = i;
            }
        }
        __syncthreads();
    }
    if (tid == 0)
        out[blockIdx.x] = idxs[0];
}

__global__ void lower_thread_of_equals(const float *x, long long *out, int dim)
{
    __shared__ float vals[256];
    __shared__ int idxs[256];
    const float *row = x + blockIdx.x * dim;
    int tid = threadIdx.x;
    float best = -INFINITY;
    int at = dim;
    for (int j = tid; j < dim; j += blockDim.x)
        if (row[j] > best || at == dim) {
            best = row[j];
            at = j;
        }
    vals[tid] = best;
    idxs[tid] = at;
    __syncthreads();
    for (int d = blockDim.x / 2; d > 0; d /= 2) {
        if (tid < d) {
            float v = vals[tid + d];
            int i = idxs[tid + d];
            if (v > vals[tid]) {
                vals[tid] = v;
                idxs[tid] = i;
            }
        }
        __syncthreads();
    }
    if (tid == 0)
        out[blockIdx.x] = idxs[0];
}
