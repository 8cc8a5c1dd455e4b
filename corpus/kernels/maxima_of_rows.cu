// out[r] is the maximum of the 128 elements of row r, which begin at in[r * pitch], for r below rows. Nothing else
// is read or written.
// Launch: blocks of 64x1x1 threads, one a row; the grid may have more blocks than rows, and has one dimension.

__device__ int max_of_the_warp(int v)
{
    for (int d = 16; d > 0; d /= 2)
        v = max(v, __shfl_xor_sync(0xffffffff, v, d));
    return v;
}

extern "C" __global__ void __launch_bounds__(64) partials_of_both_warps(const int *in, long long pitch, int *out,
                                                                        long long rows)
{
    __shared__ int part[2];
    long long row = blockIdx.x;
    if (row >= rows)
        return;
    const int *from = in + row * pitch + threadIdx.x;
    int v = max_of_the_warp(max(from[0], from[64]));
    if (threadIdx.x % 32 == 0)
        part[threadIdx.x / 32] = v;
    __syncthreads();
    if (threadIdx.x == 0)
        out[row] = max(part[0], part[1]);
}

extern "C" __global__ void __launch_bounds__(64) partials_in_a_hurry(const int *in, long long pitch, int *out,
                                                                     long long rows)
{
    __shared__ int part[2];
    long long row = blockIdx.x;
    if (row >= rows)
        return;
    const int *from = in + row * pitch + threadIdx.x;
    int v = max_of_the_warp(max(from[0], from[64]));
    if (threadIdx.x % 32 == 0)
        part[threadIdx.x / 32] = v;
    if (threadIdx.x == 0)
        out[row] = max(part[0], part[1]);
}

extern "C" __global__ void __launch_bounds__(64) maximum_begins_at_zero(const int *in, long long pitch, int *out,
                                                                        long long rows)
{
    __shared__ int part[2];
    long long row = blockIdx.x;
    if (row >= rows)
        return;
    const int *from = in + row * pitch + threadIdx.x;
    int v = 0;
    v = max_of_the_warp(max(v, max(from[0], from[64])));
    if (threadIdx.x % 32 == 0)
        part[threadIdx.x / 32] = v;
    __syncthreads();
    if (threadIdx.x == 0)
        out[row] = max(part[0], part[1]);
}

extern "C" __global__ void __launch_bounds__(64) warp_0_alone(const int *in, long long pitch, int *out, long long rows)
{
    __shared__ int part[2];
    long long row = blockIdx.x;
    if (row >= rows)
        return;
    const int *from = in + row * pitch + threadIdx.x;
    int v = max_of_the_warp(max(from[0], from[64]));
    if (threadIdx.x % 32 == 0)
        part[threadIdx.x / 32] = v;
    __syncthreads();
    if (threadIdx.x == 0)
        out[row] = part[0];
}
