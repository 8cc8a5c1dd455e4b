// most[b] is a greatest of the blockDim.x elements of in from b * blockDim.x on, or of those below n, and at[b] is the
// number in the array of one that is as great. All elements are above -1e30.
// Launch: blocks of 128 or 256 threads in one dimension, one for blockDim.x elements.

__global__ void numbered_through(const float *in, float *most, int *at, int n)
{
    __shared__ float s[256];
    __shared__ int number[256];
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    s[threadIdx.x] = i < n ? in[i] : -1e30f;
    number[threadIdx.x] = i < n ? i : -1;
    __syncthreads();
    for (int d = blockDim.x / 2; d > 0; d /= 2) {
        if (threadIdx.x < d && s[threadIdx.x + d] > s[threadIdx.x]) {
            s[threadIdx.x] = s[threadIdx.x + d];
            number[threadIdx.x] = number[threadIdx.x + d];
        }
        __syncthreads();
    }
    if (threadIdx.x == 0) {
        most[blockIdx.x] = s[0];
        at[blockIdx.x] = number[0];
    }
}

__global__ void numbered_from_the_block(const float *in, float *most, int *at, int n)
{
    __shared__ float s[256];
    __shared__ int number[256];
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    s[threadIdx.x] = i < n ? in[i] : -1e30f;
    number[threadIdx.x] = i < n ? threadIdx.x : -1;
    __syncthreads();
    for (int d = blockDim.x / 2; d > 0; d /= 2) {
        if (threadIdx.x < d && s[threadIdx.x + d] > s[threadIdx.x]) {
            s[threadIdx.x] = s[threadIdx.x + d];
            number[threadIdx.x] = number[threadIdx.x + d];
        }
        __syncthreads();
    }
    if (threadIdx.x == 0) {
        most[blockIdx.x] = s[0];
        at[blockIdx.x] = number[0];
    }
}
