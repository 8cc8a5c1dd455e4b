// out[r] is the sum of the 64 elements of row r, modulo 2^32, which begin at in[r * pitch], for every pitch and
// number of rows that memory holds.
// Launch: blocks of 32x1x1 threads, one a row, grids of one dimension.

extern "C" __global__ void __launch_bounds__(32) offsets_of_64_bits(const unsigned *in, long long pitch, unsigned *out,
                                                                     long long rows)
{
    long long row = blockIdx.x;
    if (row >= rows)
        return;
    const unsigned *from = in + row * pitch;
    unsigned sum = from[threadIdx.x] + from[threadIdx.x + 32];
    for (int d = 16; d > 0; d /= 2)
        sum += __shfl_down_sync(0xffffffff, sum, d);
    if (threadIdx.x == 0)
        out[row] = sum;
}

extern "C" __global__ void __launch_bounds__(32) offsets_of_32_bits(const unsigned *in, long long pitch, unsigned *out,
                                                                     long long rows)
{
    long long row = blockIdx.x;
    if (row >= rows)
        return;
    const unsigned *from = in + (unsigned)row * (unsigned)pitch;
    unsigned sum = from[threadIdx.x] + from[threadIdx.x + 32];
    for (int d = 16; d > 0; d /= 2)
        sum += __shfl_down_sync(0xffffffff, sum, d);
    if (threadIdx.x == 0)
        out[row] = sum;
}
