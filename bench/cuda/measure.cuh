// How a warp-level call is measured: latency as cycles of one call in a chain of
// dependent calls by one warp, throughput as calls a second by a full GPU.
#pragma once

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <vector>

#include "values.cuh"
#include "way.cuh"

#define CHECK(call)                                                                                    \
    do {                                                                                               \
        cudaError_t e = (call);                                                                        \
        if (e != cudaSuccess) {                                                                        \
            std::fprintf(stderr, "%s:%d: %s: %s\n", __FILE__, __LINE__, #call, cudaGetErrorString(e)); \
            std::exit(1);                                                                              \
        }                                                                                              \
    } while (0)

constexpr int block = 256, chain = 512;

// run makes calls in a chain; one is 1.
template <class Way>
__global__ void __launch_bounds__(block)
run(const typename Way::T *in, typename Way::T *out, unsigned mask, long long *cycles, int calls, unsigned one)
{
    __shared__ typename Way::Storage storage[block / 32];
    typename Way::T v = in[threadIdx.x];
    typename Way::Storage &mine = storage[threadIdx.x / 32];
    Way::start(mask, v);
    if (Way::calls(mask, threadIdx.x % 32)) {
        long long start = clock64();
        for (int i = 0; i < calls; ++i) {
            v = Way::call(mask, v, mine);
            Way::refresh(mask, v, one);
            opaque(v);
        }
        long long end = clock64();
        if (blockIdx.x == 0 && threadIdx.x == Way::leader(mask))
            *cycles = end - start;
    }
    out[blockIdx.x * blockDim.x + threadIdx.x] = v;
}

// memory on the GPU, freed at the end of its scope.
template <class T> struct Memory {
    T *at;
    explicit Memory(size_t n) { CHECK(cudaMalloc(&at, n * sizeof(T))); }
    ~Memory() { CHECK(cudaFree(at)); }
    Memory(const Memory &) = delete;
    Memory &operator=(const Memory &) = delete;
};

struct Figures {
    double latency, throughput; // cycles; calls of a warp a second
    int registers, local;       // of a thread
};

static double median(std::vector<double> all)
{
    std::sort(all.begin(), all.end());
    return all[all.size() / 2];
}

static int property(cudaDeviceAttr which)
{
    int value;
    CHECK(cudaDeviceGetAttribute(&value, which, 0));
    return value;
}

template <class Way> Figures measure(unsigned mask, int rounds)
{
    using T = typename Way::T;
    const int blocks = property(cudaDevAttrMultiProcessorCount) * (property(cudaDevAttrMaxThreadsPerMultiProcessor) / block) * 4;
    std::vector<T> host(block);
    for (int i = 0; i < block; ++i)
        make(host[i], (unsigned)i);
    Memory<T> in(block), out((size_t)blocks * block);
    Memory<long long> cycles(1);
    CHECK(cudaMemcpy(in.at, host.data(), block * sizeof(T), cudaMemcpyHostToDevice));
    cudaEvent_t begin, end;
    CHECK(cudaEventCreate(&begin));
    CHECK(cudaEventCreate(&end));
    std::vector<double> latency, seconds;
    for (int round = 0; round < rounds; ++round) {
        run<Way><<<1, 32>>>(in.at, out.at, mask, cycles.at, chain, 1);
        CHECK(cudaGetLastError());
        long long took;
        CHECK(cudaMemcpy(&took, cycles.at, sizeof took, cudaMemcpyDeviceToHost));
        latency.push_back((double)took / chain);
        CHECK(cudaEventRecord(begin));
        run<Way><<<blocks, block>>>(in.at, out.at, mask, cycles.at, chain, 1);
        CHECK(cudaGetLastError());
        CHECK(cudaEventRecord(end));
        CHECK(cudaEventSynchronize(end));
        float ms;
        CHECK(cudaEventElapsedTime(&ms, begin, end));
        seconds.push_back(ms / 1e3);
    }
    CHECK(cudaEventDestroy(begin));
    CHECK(cudaEventDestroy(end));
    cudaFuncAttributes a;
    CHECK(cudaFuncGetAttributes(&a, run<Way>));
    return {median(latency), (double)blocks * (block / 32) * chain / median(seconds), a.numRegs, (int)a.localSizeBytes};
}
