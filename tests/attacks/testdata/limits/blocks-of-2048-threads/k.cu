extern "C" __global__ void __launch_bounds__(2048) total(const int *__restrict__ in, unsigned long long pitch, int *__restrict__ out, unsigned rows)
{
    unsigned row = blockIdx.x * 2048u + threadIdx.x;
    if (row < rows) {
        const int *a = in + row * pitch;
        out[row] = (int)((unsigned)a[0] + (unsigned)a[1]);
    }
}
