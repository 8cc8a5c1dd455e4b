// out[r * n + j] is the product of x[r * n] to x[r * n + j], for r below rows and j below n.
// Launch: a warp a row, in blocks of 64, 128 or 256 threads in one dimension; the grid may have more warps than rows.

__global__ void product_of_the_last_lane(const float *x, float *out, int rows, int n)
{
    int warp = (blockIdx.x * blockDim.x + threadIdx.x) >> 5;
    int lane = threadIdx.x & 31;
    if (warp >= rows)
        return;
    float carry = 1.0f;
    for (int base = 0; base < n; base += 32) {
        int j = base + lane;
        float v = j < n ? x[warp * n + j] : 1.0f;
        for (int d = 1; d < 32; d <<= 1) {
            float u = __shfl_up_sync(0xffffffff, v, d);
            if (lane >= d)
                v *= u;
        }
        v *= carry;
        if (j < n)
            out[warp * n + j] = v;
        carry = __shfl_sync(0xffffffff, v, 31);
    }
}

__global__ void product_of_its_own_lane(const float *x, float *out, int rows, int n)
{
    int warp = (blockIdx.x * blockDim.x + threadIdx.x) >> 5;
    int lane = threadIdx.x & 31;
    if (warp >= rows)
        return;
    float carry = 1.0f;
    for (int base = 0; base < n; base += 32) {
        int j = base + lane;
        float v = j < n ? x[warp * n + j] : 1.0f;
        for (int d = 1; d < 32; d <<= 1) {
            float u = __shfl_up_sync(0xffffffff, v, d);
            if (lane >= d)
                v *= u;
        }
        v *= carry;
        if (j < n)
            out[warp * n + j] = v;
        carry = v;
    }
}
