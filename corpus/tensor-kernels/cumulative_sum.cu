// out[r * n + j] is the sum of x[r * n] to x[r * n + j], for r below the number of blocks and j below n.
// Launch: a block a row, of 256 threads in one dimension.

#define BLOCK 256

__global__ void tile_kept_until_read(const float *x, float *out, int n)
{
    __shared__ float tile[BLOCK];
    int tid = threadIdx.x;
    float carry = 0.0f;
    for (int start = 0; start < n; start += BLOCK) {
        int j = start + tid;
        tile[tid] = j < n ? x[blockIdx.x * n + j] : 0.0f;
        __syncthreads();
        for (int d = 1; d < BLOCK; d *= 2) {
            float v = tid >= d ? tile[tid - d] : 0.0f;
            __syncthreads();
            tile[tid] += v;
            __syncthreads();
        }
        if (j < n)
            out[blockIdx.x * n + j] = carry + tile[tid];
        carry += tile[BLOCK - 1];
        __syncthreads();
    }
}

__global__ void next_tile_at_once(const float *x, float *out, int n)
{
    __shared__ float tile[BLOCK];
    int tid = threadIdx.x;
    float carry = 0.0f;
    for (int start = 0; start < n; start += BLOCK) {
        int j = start + tid;
        tile[tid] = j < n ? x[blockIdx.x * n + j] : 0.0f;
        __syncthreads();
        for (int d = 1; d < BLOCK; d *= 2) {
            float v = tid >= d ? tile[tid - d] : 0.0f;
            __syncthreads();
            tile[tid] += v;
            __syncthreads();
        }
        if (j < n)
            out[blockIdx.x * n + j] = carry + tile[tid];
        carry += tile[BLOCK - 1];
    }
}
