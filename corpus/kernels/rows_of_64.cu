// out[r] is the sum of the 64 elements of row r, modulo 2^32, which begin at in[r * pitch], at any alignment that
// the type has, for r below rows. Nothing else is read or written.
// Launch: blocks of 32x1x1 threads, one a row; the grid may have more blocks than rows, and has one dimension.

extern "C" __global__ void __launch_bounds__(32) one_element_after_another(const unsigned *in, long long pitch,
                                                                            unsigned *out, long long rows)
{
    long long row = blockIdx.x;
    if (row >= rows)
        return;
    const unsigned *from = in + row * pitch + threadIdx.x;
    unsigned sum = from[0] + from[32];
    for (int d = 16; d > 0; d /= 2)
        sum += __shfl_down_sync(0xffffffff, sum, d);
    if (threadIdx.x == 0)
        out[row] = sum;
}

extern "C" __global__ void __launch_bounds__(32) two_elements_at_once(const unsigned *in, long long pitch,
                                                                       unsigned *out, long long rows)
{
    long long row = blockIdx.x;
    if (row >= rows)
        return;
    uint2 two = ((const uint2 *)(in + row * pitch))[threadIdx.x];
    unsigned sum = two.x + two.y;
    for (int d = 16; d > 0; d /= 2)
        sum += __shfl_down_sync(0xffffffff, sum, d);
    if (threadIdx.x == 0)
        out[row] = sum;
}

extern "C" __global__ void __launch_bounds__(32) one_element_too_far(const unsigned *in, long long pitch,
                                                                      unsigned *out, long long rows)
{
    long long row = blockIdx.x;
    if (row >= rows)
        return;
    const unsigned *from = in + row * pitch + threadIdx.x;
    unsigned sum = from[0] + from[32], next = from[33];
    if (threadIdx.x == 32)
        sum += next;
    for (int d = 16; d > 0; d /= 2)
        sum += __shfl_down_sync(0xffffffff, sum, d);
    if (threadIdx.x == 0)
        out[row] = sum;
}

extern "C" __global__ void __launch_bounds__(32) rows_not_compared(const unsigned *in, long long pitch,
                                                                    unsigned *out, long long rows)
{
    long long row = blockIdx.x;
    const unsigned *from = in + row * pitch + threadIdx.x;
    unsigned sum = from[0] + from[32];
    for (int d = 16; d > 0; d /= 2)
        sum += __shfl_down_sync(0xffffffff, sum, d);
    if (threadIdx.x == 0)
        out[row] = sum;
}

extern "C" __global__ void __launch_bounds__(32) row_zero_only(const unsigned *in, long long pitch, unsigned *out,
                                                                long long rows)
{
    long long row = blockIdx.x;
    if (row >= rows)
        return;
    unsigned sum = in[threadIdx.x] + in[threadIdx.x + 32];
    for (int d = 16; d > 0; d /= 2)
        sum += __shfl_down_sync(0xffffffff, sum, d);
    if (threadIdx.x == 0)
        out[row] = sum;
}

extern "C" __global__ void __launch_bounds__(32) two_indices(const unsigned *in, long long pitch, unsigned *out, long long rows)
{
    long long row = blockIdx.x;
    if (row >= rows)
        return;
    unsigned sum = in[row * pitch + threadIdx.x] + in[row * pitch + threadIdx.x + 32];
    for (int d = 16; d > 0; d /= 2)
        sum += __shfl_down_sync(0xffffffff, sum, d);
    if (threadIdx.x == 0)
        out[row] = sum;
}

extern "C" __global__ void __launch_bounds__(32) second_index_too_far(const unsigned *in, long long pitch, unsigned *out, long long rows)
{
    long long row = blockIdx.x;
    if (row >= rows)
        return;
    unsigned sum = in[row * pitch + threadIdx.x] + in[row * pitch + threadIdx.x + 33];
    for (int d = 16; d > 0; d /= 2)
        sum += __shfl_down_sync(0xffffffff, sum, d);
    if (threadIdx.x == 0)
        out[row] = sum;
}
