// out[0] becomes the greatest of what it was and the n elements of in.
// Launch: blocks of 64, 128 or 256 threads in one dimension, any number of them.

__global__ void atomic_maximum(const int *in, int *out, int n)
{
    __shared__ int most;
    if (threadIdx.x == 0)
        most = -2147483647 - 1;
    __syncthreads();
    int v = -2147483647 - 1;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x)
        v = max(v, in[i]);
    atomicMax(&most, v);
    __syncthreads();
    if (threadIdx.x == 0)
        atomicMax(out, most);
}

__global__ void atomic_maximum_at_once(const int *in, int *out, int n)
{
    __shared__ int most;
    if (threadIdx.x == 0)
        most = -2147483647 - 1;
    int v = -2147483647 - 1;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x)
        v = max(v, in[i]);
    atomicMax(&most, v);
    __syncthreads();
    if (threadIdx.x == 0)
        atomicMax(out, most);
}
