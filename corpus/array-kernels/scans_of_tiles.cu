// out[i] is the sum of the elements of in from the first of the tile of i on, i left out, for i below n. A tile is
// 2 blockDim.x elements, and sums[t] is the sum of tile t.
// Launch: blocks of 64 threads in one dimension, one for each tile, with 8 bytes of dynamic shared memory a thread.

__global__ void sum_by_thread_0(const int *in, int *out, int *sums, int n)
{
    extern __shared__ int s[];
    int t = threadIdx.x, last = 2 * blockDim.x - 1;
    int first = blockIdx.x * 2 * blockDim.x;
    s[2 * t] = first + 2 * t < n ? in[first + 2 * t] : 0;
    s[2 * t + 1] = first + 2 * t + 1 < n ? in[first + 2 * t + 1] : 0;
    int step = 1;
    for (int pairs = blockDim.x; pairs > 0; pairs /= 2) {
        __syncthreads();
        if (t < pairs)
            s[step * (2 * t + 2) - 1] += s[step * (2 * t + 1) - 1];
        step *= 2;
    }
    if (t == 0) {
        sums[blockIdx.x] = s[last];
        s[last] = 0;
    }
    for (int pairs = 1; pairs <= blockDim.x; pairs *= 2) {
        step /= 2;
        __syncthreads();
        if (t < pairs) {
            int low = step * (2 * t + 1) - 1, high = step * (2 * t + 2) - 1;
            int kept = s[low];
            s[low] = s[high];
            s[high] += kept;
        }
    }
    __syncthreads();
    if (first + 2 * t < n)
        out[first + 2 * t] = s[2 * t];
    if (first + 2 * t + 1 < n)
        out[first + 2 * t + 1] = s[2 * t + 1];
}

__global__ void sum_by_the_last_thread(const int *in, int *out, int *sums, int n)
{
    extern __shared__ int s[];
    int t = threadIdx.x, last = 2 * blockDim.x - 1;
    int first = blockIdx.x * 2 * blockDim.x;
    s[2 * t] = first + 2 * t < n ? in[first + 2 * t] : 0;
    s[2 * t + 1] = first + 2 * t + 1 < n ? in[first + 2 * t + 1] : 0;
    int step = 1;
    for (int pairs = blockDim.x; pairs > 0; pairs /= 2) {
        __syncthreads();
        if (t < pairs)
            s[step * (2 * t + 2) - 1] += s[step * (2 * t + 1) - 1];
        step *= 2;
    }
    if (t == blockDim.x - 1)
        sums[blockIdx.x] = s[last];
    if (t == 0)
        s[last] = 0;
    for (int pairs = 1; pairs <= blockDim.x; pairs *= 2) {
        step /= 2;
        __syncthreads();
        if (t < pairs) {
            int low = step * (2 * t + 1) - 1, high = step * (2 * t + 2) - 1;
            int kept = s[low];
            s[low] = s[high];
            s[high] += kept;
        }
    }
    __syncthreads();
    if (first + 2 * t < n)
        out[first + 2 * t] = s[2 * t];
    if (first + 2 * t + 1 < n)
        out[first + 2 * t + 1] = s[2 * t + 1];
}
