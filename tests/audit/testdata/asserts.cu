// Files with assertions and messages.
#include <assert.h>
#include <stdio.h>

__device__ int first, second;

// proved: warp_total<float>(float): every lane receives the sum of all lanes in the warp, in the order far; called by all 32 lanes of a warp; sm_80; add.f32 without .rn: if a caller makes v by a product, or adds to the result, the compiler may contract that into an fma; __fadd_rn and __fmul_rn forbid it
template <class T> __device__ T warp_total(T v)
{
    for (int d = 16; d > 0; d /= 2)
        v += __shfl_xor_sync(~0u, v, d);
    return v;
}

// shown: whole_warps(const float *, float *, int): out receives the sum of row blockIdx.x of in, for n elements of a row; for 2 blocks of 64 threads and n = 32, 64, 128 and 256; in launches in which no assertion fails and nothing else traps; floats are compared as real numbers: in which order they are combined, and rounded, is the kernel's own; as clang builds it for sm_80 by -O2
__global__ __launch_bounds__(64) void whole_warps(const float *in, float *out, int n)
{
    assert(n % 32 == 0 && "rows of whole warps");
    if (n < 0)
        printf("%d elements\n", n);
    float sum = 0;
    for (int i = threadIdx.x % 32; i < n; i += 32)
        sum += in[blockIdx.x * n + i];
    sum = warp_total(sum);
    if (threadIdx.x == 0) out[blockIdx.x] = sum;
}

// shown: some_whole_warps(const float *, float *, int): out receives the sum of row blockIdx.x of in, for n elements of a row; for 2 blocks of 64 threads and n = 32 and 64; wrong for 2 blocks of 64 threads and n = 128 and 256, such as 2 blocks of 64 threads, rows of 128 elements: on numbers of either sign, out[0]: expected -44.3037, got -45.1855; in launches in which no assertion fails and nothing else traps; floats are compared as real numbers: in which order they are combined, and rounded, is the kernel's own; as clang builds it for sm_80 by -O2
__global__ __launch_bounds__(64) void some_whole_warps(const float *in, float *out, int n)
{
    assert(n % 32 == 0);
    float sum = 0;
    for (int i = threadIdx.x % 32; i < min(n, 96); i += 32)
        sum += in[blockIdx.x * n + i];
    sum = warp_total(sum);
    if (threadIdx.x == 0) out[blockIdx.x] = sum;
}

// shown: printed(const float *, float *, int): out receives the sum of row blockIdx.x of in, for n elements of a row; for 2 blocks of 64 threads and n = 1, 7, 31, 32, 33, 64, 100, 128, 129, 256, 260, 515 and 1031; floats are compared as real numbers: in which order they are combined, and rounded, is the kernel's own; as clang builds it for sm_80 by -O2
__global__ __launch_bounds__(64) void printed(const float *in, float *out, int n)
{
    float sum = 0;
    for (int i = threadIdx.x % 32; i < n; i += 32)
        sum += in[blockIdx.x * n + i];
    sum = warp_total(sum);
    if (threadIdx.x == 0) {
        printf("row %d: %f\n", blockIdx.x, sum);
        out[blockIdx.x] = sum;
    }
}

// proved: of_all_lanes(int, int): every lane receives the sum of all lanes in the warp; called by all 32 lanes of a warp; by the call of_all_lanes(x, 32); sm_80; signed overflow and floats beyond the range of an integer as in these builds: C++ leaves them undefined
__device__ int of_all_lanes(int v, int lanes)
{
    assert(lanes == 32);
    return warp_total(v);
}

// undecided: by_number(int): what it computes is no pattern that shflgen knows; a call on numbers ends with: testdata/asserts.cu:60:58: unsupported by design: first is a variable in global or constant memory, which anybody may write: what it holds is not known
__device__ int by_number(int v) { return warp_total(v) + first; }

// undecided: by_either(int): what it computes is no pattern that shflgen knows; a call on numbers ends with: testdata/asserts.cu:66:29: unsupported by design: first is a variable in global or constant memory, which anybody may write: what it holds is not known
__device__ int by_either(int v)
{
    const int *from = v > 0 ? &first : &second;
    return warp_total(v) + (*from > 0);
}
