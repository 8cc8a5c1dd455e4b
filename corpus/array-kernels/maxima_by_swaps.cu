// *out is the maximum of what it was and of all n elements of in.
// Launch: blocks of 128 or 256 threads in one dimension, one for blockDim.x elements.

__device__ void at_least(float *address, float v)
{
    int *bits = (int *)address;
    int old = *bits, seen;
    do {
        seen = old;
        old = atomicCAS(bits, seen, __float_as_int(fmaxf(v, __int_as_float(seen))));
    } while (seen != old);
}

__global__ void nothing_for_no_element(const float *in, float *out, int n)
{
    __shared__ float s[256];
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    s[threadIdx.x] = i < n ? in[i] : -INFINITY;
    __syncthreads();
    for (int d = blockDim.x / 2; d > 0; d /= 2) {
        if (threadIdx.x < d)
            s[threadIdx.x] = fmaxf(s[threadIdx.x], s[threadIdx.x + d]);
        __syncthreads();
    }
    if (threadIdx.x == 0)
        at_least(out, s[0]);
}

__global__ void nought_for_no_element(const float *in, float *out, int n)
{
    __shared__ float s[256];
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    s[threadIdx.x] = i < n ? in[i] : 0;
    __syncthreads();
    for (int d = blockDim.x / 2; d > 0; d /= 2) {
        if (threadIdx.x < d)
            s[threadIdx.x] = fmaxf(s[threadIdx.x], s[threadIdx.x + d]);
        __syncthreads();
    }
    if (threadIdx.x == 0)
        at_least(out, s[0]);
}
