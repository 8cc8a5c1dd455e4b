// How a warp-level call is measured: latency as cycles of one call in a chain of
// dependent calls by one warp, throughput as calls a second by a full GPU.
#pragma once

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

#define CHECK(call)                                                                                    \
    do {                                                                                               \
        cudaError_t e = (call);                                                                        \
        if (e != cudaSuccess) {                                                                        \
            std::fprintf(stderr, "%s:%d: %s: %s\n", __FILE__, __LINE__, #call, cudaGetErrorString(e)); \
            std::exit(1);                                                                              \
        }                                                                                              \
    } while (0)

// The optimiser cannot see through these.
static __device__ __forceinline__ void opaque(int &x) { asm volatile("" : "+r"(x)); }
static __device__ __forceinline__ void opaque(unsigned &x) { asm volatile("" : "+r"(x)); }
static __device__ __forceinline__ void opaque(float &x) { asm volatile("" : "+f"(x)); }
static __device__ __forceinline__ void opaque(double &x) { asm volatile("" : "+d"(x)); }
static __device__ __forceinline__ void opaque(long long &x) { asm volatile("" : "+l"(x)); }
static __device__ __forceinline__ void opaque(unsigned long long &x) { asm volatile("" : "+l"(x)); }
static __device__ __forceinline__ void opaque(unsigned char &x)
{
    unsigned word = x;
    asm volatile("" : "+r"(word));
    x = (unsigned char)word;
}

constexpr int block = 256, chain = 512;

template <class Way>
__global__ void __launch_bounds__(block)
run(const typename Way::T *in, typename Way::T *out, unsigned mask, long long *cycles, int calls)
{
    __shared__ typename Way::Storage storage[block / 32];
    typename Way::T v = in[threadIdx.x];
    typename Way::Storage &mine = storage[threadIdx.x / 32];
    long long start = clock64();
    for (int i = 0; i < calls; ++i) {
        v = Way::call(mask, v, mine);
        opaque(v);
    }
    long long end = clock64();
    out[blockIdx.x * blockDim.x + threadIdx.x] = v;
    if (threadIdx.x == 0 && blockIdx.x == 0)
        *cycles = end - start;
}

struct Figures {
    double latency, throughput; // cycles; calls of a warp a second
    int registers, local;       // of a thread
};

template <class Way> Figures measure()
{
    using T = typename Way::T;
    cudaDeviceProp gpu;
    CHECK(cudaGetDeviceProperties(&gpu, 0));
    const int blocks = gpu.multiProcessorCount * (gpu.maxThreadsPerMultiProcessor / block) * 4;
    std::vector<T> host(block);
    for (int i = 0; i < block; ++i)
        host[i] = (T)(1 + i % 3);
    T *in, *out;
    long long *cycles;
    CHECK(cudaMalloc(&in, block * sizeof(T)));
    CHECK(cudaMalloc(&out, (size_t)blocks * block * sizeof(T)));
    CHECK(cudaMalloc(&cycles, sizeof *cycles));
    CHECK(cudaMemcpy(in, host.data(), block * sizeof(T), cudaMemcpyHostToDevice));
    cudaEvent_t begin, end;
    CHECK(cudaEventCreate(&begin));
    CHECK(cudaEventCreate(&end));
    std::vector<double> latency, seconds;
    const unsigned mask = 0xffffffffu;
    for (int round = 0; round < 9; ++round) {
        run<Way><<<1, 32>>>(in, out, mask, cycles, chain);
        CHECK(cudaGetLastError());
        long long took;
        CHECK(cudaMemcpy(&took, cycles, sizeof took, cudaMemcpyDeviceToHost));
        latency.push_back((double)took / chain);
        CHECK(cudaEventRecord(begin));
        run<Way><<<blocks, block>>>(in, out, mask, cycles, chain);
        CHECK(cudaGetLastError());
        CHECK(cudaEventRecord(end));
        CHECK(cudaEventSynchronize(end));
        float ms;
        CHECK(cudaEventElapsedTime(&ms, begin, end));
        seconds.push_back(ms / 1e3);
    }
    std::sort(latency.begin(), latency.end());
    std::sort(seconds.begin(), seconds.end());
    cudaFuncAttributes a;
    CHECK(cudaFuncGetAttributes(&a, run<Way>));
    CHECK(cudaFree(in));
    CHECK(cudaFree(out));
    CHECK(cudaFree(cycles));
    return {latency[4], (double)blocks * (block / 32) * chain / seconds[4], a.numRegs, (int)a.localSizeBytes};
}
