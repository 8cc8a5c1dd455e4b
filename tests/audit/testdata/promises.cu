// Kernels for launches of some kinds alone, and sums of distances from a number in memory.
#include <assert.h>

// shown: whole_warps(const float *, float *, int): out receives the sum of row blockIdx.x of in, for n elements of a row; for 2 blocks of 64 threads and n = 32, 64, 128 and 256; in launches in which no assertion fails; floats are compared as real numbers: in which order they are combined, and rounded, is the kernel's own; as clang builds it for sm_80 by -O2
__global__ __launch_bounds__(64) void whole_warps(const float *in, float *out, int n)
{
    assert(n % 32 == 0);
    float sum = 0;
    for (int i = threadIdx.x; i < n; i += blockDim.x)
        sum += in[blockIdx.x * n + i];
    for (int d = 16; d > 0; d /= 2)
        sum += __shfl_xor_sync(~0u, sum, d);
    __shared__ float part[32];
    if (threadIdx.x % 32 == 0) part[threadIdx.x / 32] = sum;
    __syncthreads();
    sum = 0;
    for (int i = 0; i < blockDim.x / 32; i++) sum += part[i];
    if (threadIdx.x == 0) out[blockIdx.x] = sum;
}

// undecided: asserted_late(const float *, float *, int): on ordinary numbers, out receives the sum of row blockIdx.x of in, for n elements of a row; 2 blocks of 64 threads, rows of 31 elements: testdata/promises.cu: PTX line 390: thread 0: trap: an assertion fails, or CUDA leaves this undefined, as an index past an array or a shuffle's width of 64
__global__ __launch_bounds__(64) void asserted_late(const float *in, float *out, int n)
{
    float sum = 0;
    for (int i = threadIdx.x; i < n; i += blockDim.x)
        sum += in[blockIdx.x * n + i];
    for (int d = 16; d > 0; d /= 2)
        sum += __shfl_xor_sync(~0u, sum, d);
    __shared__ float part[32];
    if (threadIdx.x % 32 == 0) part[threadIdx.x / 32] = sum;
    __syncthreads();
    sum = 0;
    for (int i = 0; i < blockDim.x / 32; i++) sum += part[i];
    if (threadIdx.x == 0) out[blockIdx.x] = sum;
    assert(sum < 1000);
}

// shown: from_mean(const float *, const float *, float *, int): the sum of squared distances of all elements of in, from mean[0], is combined with out[0], for n elements; for blocks of 64 threads, one for each tile, and n = 1, 7, 31, 32, 33, 64, 100, 128, 129, 256, 260, 515 and 1031; floats are compared as real numbers: in which order they are combined, and rounded, is the kernel's own; as clang builds it for sm_80 by -O2
__global__ __launch_bounds__(64) void from_mean(const float *in, const float *mean, float *out, int n)
{
    __shared__ float part[64];
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float d = i < n ? in[i] - *mean : 0;
    part[threadIdx.x] = d * d;
    __syncthreads();
    for (int s = blockDim.x / 2; s > 0; s /= 2) {
        if (threadIdx.x < s) part[threadIdx.x] += part[threadIdx.x + s];
        __syncthreads();
    }
    if (threadIdx.x == 0) atomicAdd(out, part[0]);
}

// undecided: padded_from_mean(const float *, const float *, float *, int): what it computes is none of the forms that shflgen knows
__global__ __launch_bounds__(64) void padded_from_mean(const float *in, const float *mean, float *out, int n)
{
    __shared__ float part[64];
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float d = (i < n ? in[i] : 0) - *mean;
    part[threadIdx.x] = d * d;
    __syncthreads();
    for (int s = blockDim.x / 2; s > 0; s /= 2) {
        if (threadIdx.x < s) part[threadIdx.x] += part[threadIdx.x + s];
        __syncthreads();
    }
    if (threadIdx.x == 0) atomicAdd(out, part[0]);
}

// shown: rows_of_warps(const float *, float *, int, int): out receives the sum of each row of in, for rows rows, for n elements of a row; for 2 blocks of 64 threads and n = 1, 7, 31, 32, 33, 64, 100, 128, 129, 256, 260 and 515; floats are compared as real numbers: in which order they are combined, and rounded, is the kernel's own; as clang builds it for sm_80 by -O2
__global__ __launch_bounds__(64) void rows_of_warps(const float *in, float *out, int rows, int n)
{
    int warps = blockDim.x / 32;
    for (int row = blockIdx.x * warps + threadIdx.x / 32; row < rows; row += gridDim.x * warps) {
        float sum = 0;
        for (int i = threadIdx.x % 32; i < n; i += 32)
            sum += in[row * n + i];
        for (int d = 16; d > 0; d /= 2)
            sum += __shfl_xor_sync(~0u, sum, d);
        if (threadIdx.x % 32 == 0) out[row] = sum;
    }
}

// shown: small_blocks(const float *, float *, int): out receives the sum of row blockIdx.x of in, for n elements of a row; for 2 blocks of 32 and 64 threads and n = 1, 7, 33, 64, 100, 128 and 260; wrong for 2 blocks of 128 threads and n = 1, 7, 31, 32, 33, 64, 100, 128, 129, 256, 260, 515 and 1031, such as 2 blocks of 128 threads, rows of 1 elements: testdata/promises.cu:83:23: thread 64: st.shared.f32: 4 bytes at +256 are outside shared memory of _ZZ12small_blocksPKfPfiE4part, which has 256 bytes; floats are compared as real numbers: in which order they are combined, and rounded, is the kernel's own; as clang builds it for sm_80 by -O2
__global__ __launch_bounds__(128) void small_blocks(const float *in, float *out, int n)
{
    __shared__ float part[64];
    float sum = 0;
    for (int i = threadIdx.x; i < n; i += blockDim.x)
        sum += in[blockIdx.x * n + i];
    part[threadIdx.x] = sum;
    __syncthreads();
    for (int s = blockDim.x / 2; s > 0; s /= 2) {
        if (threadIdx.x < s) part[threadIdx.x] += part[threadIdx.x + s];
        __syncthreads();
    }
    if (threadIdx.x == 0) out[blockIdx.x] = part[0];
}
