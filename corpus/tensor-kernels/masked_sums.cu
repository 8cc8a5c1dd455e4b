// out[r * n + j] is the sum of those of x[r * n] to x[r * n + j] for which mask is true, for r below the number of blocks
// and j below n.
// Launch: a block a row, of 32 threads in one dimension.

__global__ void mask_of_the_row(const float *x, const bool *mask, float *out, int n)
{
    int lane = threadIdx.x;
    float carry = 0.0f;
    for (int first = 0; first < n; first += 32) {
        int j = first + lane;
        int at = blockIdx.x * n + j;
        float v = j < n && mask[at] ? x[at] : 0.0f;
        for (int d = 1; d < 32; d *= 2) {
            float u = __shfl_up_sync(0xffffffff, v, d);
            if (lane >= d)
                v += u;
        }
        v += carry;
        if (j < n)
            out[at] = v;
        carry = __shfl_sync(0xffffffff, v, 31);
    }
}

__global__ void mask_of_the_first_row(const float *x, const bool *mask, float *out, int n)
{
    int lane = threadIdx.x;
    float carry = 0.0f;
    for (int first = 0; first < n; first += 32) {
        int j = first + lane;
        int at = blockIdx.x * n + j;
        float v = j < n && mask[j] ? x[at] : 0.0f;
        for (int d = 1; d < 32; d *= 2) {
            float u = __shfl_up_sync(0xffffffff, v, d);
            if (lane >= d)
                v += u;
        }
        v += carry;
        if (j < n)
            out[at] = v;
        carry = __shfl_sync(0xffffffff, v, 31);
    }
}
