// out[r * n + j] is the sum of in[r * n] to in[r * n + j], modulo 2^32, for r below the number of blocks and j below n.
// Launch: a block a row, of 128 threads in one dimension.

__global__ void __launch_bounds__(128) sums_of_tiles_carried(const unsigned *in, unsigned *out, int n)
{
    __shared__ unsigned sums[4];
    unsigned before = 0;
    int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    for (int first = 0; first < n; first += 128) {
        int j = first + threadIdx.x;
        unsigned v = j < n ? in[blockIdx.x * n + j] : 0;
        for (int d = 1; d < 32; d *= 2) {
            unsigned u = __shfl_up_sync(0xffffffff, v, d);
            if (lane >= d)
                v += u;
        }
        if (lane == 31)
            sums[warp] = v;
        __syncthreads();
        unsigned all = 0;
        for (int w = 0; w < 4; w++) {
            if (w < warp)
                v += sums[w];
            all += sums[w];
        }
        if (j < n)
            out[blockIdx.x * n + j] = before + v;
        before += all;
        __syncthreads();
    }
}

__global__ void __launch_bounds__(128) sums_stored_early(const unsigned *in, unsigned *out, int n)
{
    __shared__ unsigned sums[4];
    unsigned before = 0;
    int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    for (int first = 0; first < n; first += 128) {
        int j = first + threadIdx.x;
        unsigned v = j < n ? in[blockIdx.x * n + j] : 0;
        for (int d = 1; d < 32; d *= 2) {
            unsigned u = __shfl_up_sync(0xffffffff, v, d);
            if (lane >= d)
                v += u;
        }
        if (lane == 31)
            sums[warp] = v;
        __syncthreads();
        unsigned all = 0;
        for (int w = 0; w < 4; w++) {
            if (w < warp)
                v += sums[w];
            all += sums[w];
        }
        if (j < n)
            out[blockIdx.x * n + j] = before + v;
        before += all;
    }
}

__global__ void __launch_bounds__(128) carried_by_the_last_tile(const unsigned *in, unsigned *out, int n)
{
    __shared__ unsigned sums[4];
    unsigned before = 0;
    int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    for (int first = 0; first < n; first += 128) {
        int j = first + threadIdx.x;
        unsigned v = j < n ? in[blockIdx.x * n + j] : 0;
        for (int d = 1; d < 32; d *= 2) {
            unsigned u = __shfl_up_sync(0xffffffff, v, d);
            if (lane >= d)
                v += u;
        }
        if (lane == 31)
            sums[warp] = v;
        __syncthreads();
        unsigned all = 0;
        for (int w = 0; w < 4; w++) {
            if (w < warp)
                v += sums[w];
            all += sums[w];
        }
        if (j < n)
            out[blockIdx.x * n + j] = before + v;
        before = all;
        __syncthreads();
    }
}
