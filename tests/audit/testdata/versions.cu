// Files that ask for the version of the toolkit and for other platforms, and functions that ask which lanes run together.
#ifdef __cplusplus
#include <stdint.h>
#endif
#ifdef USE_ROCM
#define LANES 64
#else
#define LANES 32
#endif
#if defined(__HIP_PLATFORM_AMD__) || !defined(__CUDACC__)
#define XOR(v, d) __shfl_xor(v, d)
#elif CUDA_VERSION >= 9000
#define XOR(v, d) __shfl_xor_sync(0xffffffffu, v, d)
#else
#define XOR(v, d) __shfl_xor(v, d)
#endif

// proved: sum_by_macro(unsigned): every lane receives the sum of all lanes in the warp; called by all 32 lanes of a warp; sm_80; USE_ROCM undefined; CUDA_VERSION 13000; __CUDACC_VER_MAJOR__ 13
__device__ unsigned sum_by_macro(unsigned v)
{
    for (int d = LANES / 2; d > 0; d /= 2)
        v += XOR(v, d);
    return v;
}

// refuted: max_without_last_lane(unsigned): on ordinary numbers, every lane receives the maximum of all lanes in the warp; but testdata/versions.cu:31:20: lane 31: shfl.sync.bfly.b32: executes, but is not in its own member mask; right: a member mask that names every lane that executes the instruction; CUDA_VERSION 13000; __CUDACC_VER_MAJOR__ 13; USE_ROCM undefined
__device__ unsigned max_without_last_lane(unsigned v)
{
    for (int d = LANES / 2; d > 0; d /= 2)
#if __CUDACC_VER_MAJOR__ >= 9
        v = max(v, __shfl_xor_sync(0x7fffffffu, v, d));
#else
        v = max(v, __shfl_xor(v, d));
#endif
    return v;
}

// proved: sum_of_active(unsigned): the first lane of the warp receives the sum of its lanes; called by all 32 lanes of a warp; sm_80; USE_ROCM undefined; if all lanes of a warp that come to __activemask() are there at the same time, which CUDA does not promise; CUDA_VERSION 13000; __CUDACC_VER_MAJOR__ 13
__device__ unsigned sum_of_active(unsigned v)
{
    for (int d = 16; d > 0; d /= 2)
        v += __shfl_down_sync(__activemask(), v, d);
    return v;
}

// refuted: max_of_active_from_zero(int): on ordinary numbers, every lane receives the maximum of all lanes in the warp; but lane 0: expected 0xffffffff (-1), got 0x00000000 (0); wrong on negative numbers, the least numbers of the type; right: -2147483648, the identity of max, for a lane without an element, not 0; CUDA_VERSION 13000; __CUDACC_VER_MAJOR__ 13; USE_ROCM undefined
__device__ int max_of_active_from_zero(int v)
{
    unsigned mask = __activemask();
    for (int d = 16; d > 0; d /= 2)
        v = max(v, __shfl_xor_sync(mask, v, d));
    return max(v, 0);
}

// proved: sum_of_block(unsigned): thread 0 receives the sum of all threads in the block; for blocks of 128 and 256 threads, and on numbers alone for those of 32, 64, 96, 512 and 1024; sm_80; USE_ROCM undefined; if all lanes of a warp that come to __activemask() are there at the same time, which CUDA does not promise; for blocks of one dimension; CUDA_VERSION 13000; __CUDACC_VER_MAJOR__ 13
__device__ unsigned sum_of_block(unsigned v)
{
    __shared__ unsigned part[32];
    v = sum_of_active(v);
    if (threadIdx.x % 32 == 0)
        part[threadIdx.x / 32] = v;
    __syncthreads();
    v = threadIdx.x < blockDim.x / 32 ? part[threadIdx.x] : 0;
    if (threadIdx.x < 32)
        v = sum_of_active(v);
    __syncthreads();
    return v;
}

// proved: sum_of_block_in_lanes_that_diverge(unsigned): thread 0 receives the sum of all threads in the block of 1024 threads; called by all 1024 threads of a block; sm_80; USE_ROCM undefined; if all lanes of a warp that come to __activemask() are there at the same time, which CUDA does not promise; for blocks of one dimension; CUDA_VERSION 13000; __CUDACC_VER_MAJOR__ 13
__device__ unsigned sum_of_block_in_lanes_that_diverge(unsigned v)
{
    __shared__ unsigned part[32];
    v = sum_of_active(v);
    if (threadIdx.x % 32 == 0)
        part[threadIdx.x / 32] = v;
    __syncthreads();
    if (threadIdx.x < blockDim.x / 32)
        v = sum_of_active(part[threadIdx.x]);
    __syncthreads();
    return v;
}
