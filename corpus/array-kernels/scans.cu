// out[b * 256 + i] is the sum of in[b * 256] to in[b * 256 + i], for each block b and i below 256.
// Launch: blocks of 256 threads in one dimension, one for 256 elements.

__global__ void __launch_bounds__(256) sums_of_warps_first(const int *in, int *out)
{
    __shared__ int sums[8];
    int i = blockIdx.x * 256 + threadIdx.x, lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    int v = in[i];
    for (int d = 1; d < 32; d *= 2) {
        int u = __shfl_up_sync(0xffffffff, v, d);
        if (lane >= d)
            v += u;
    }
    if (lane == 31)
        sums[warp] = v;
    __syncthreads();
    for (int w = 0; w < warp; w++)
        v += sums[w];
    out[i] = v;
}

__global__ void __launch_bounds__(256) lane_0_adds(const int *in, int *out)
{
    __shared__ int sums[8];
    int i = blockIdx.x * 256 + threadIdx.x, lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    int v = in[i];
    for (int d = 1; d < 32; d *= 2) {
        int u = __shfl_up_sync(0xffffffff, v, d);
        if (lane > d)
            v += u;
    }
    if (lane == 31)
        sums[warp] = v;
    __syncthreads();
    for (int w = 0; w < warp; w++)
        v += sums[w];
    out[i] = v;
}

__global__ void __launch_bounds__(256) sums_in_a_hurry(const int *in, int *out)
{
    __shared__ int sums[8];
    int i = blockIdx.x * 256 + threadIdx.x, lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    int v = in[i];
    for (int d = 1; d < 32; d *= 2) {
        int u = __shfl_up_sync(0xffffffff, v, d);
        if (lane >= d)
            v += u;
    }
    if (lane == 31)
        sums[warp] = v;
    for (int w = 0; w < warp; w++)
        v += sums[w];
    out[i] = v;
}
