// What the benchmarks of arrays share: elements, and the times of launches in a CUDA graph and one by one.
#pragma once

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cuda_fp16.h>
#include <vector>

#define CHECK(call)                                                                                    \
    do {                                                                                               \
        cudaError_t e_ = (call);                                                                       \
        if (e_ != cudaSuccess) {                                                                       \
            std::fprintf(stderr, "%s:%d: %s: %s\n", __FILE__, __LINE__, #call, cudaGetErrorString(e_)); \
            std::exit(1);                                                                              \
        }                                                                                              \
    } while (0)

typedef unsigned long long u64;

// Elements of about one size, made of the number of the element.
template <class T> __global__ void fill(T *x, u64 n)
{
    for (u64 i = blockIdx.x * (u64)blockDim.x + threadIdx.x; i < n; i += (u64)gridDim.x * blockDim.x) {
        u64 z = (i + 1) * 0x9e3779b97f4a7c15ull;
        z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9ull;
        x[i] = (T)(float)((int)(z >> 40) - (1 << 23));
    }
}
template <> __global__ void fill<__half>(__half *x, u64 n)
{
    for (u64 i = blockIdx.x * (u64)blockDim.x + threadIdx.x; i < n; i += (u64)gridDim.x * blockDim.x)
        x[i] = __float2half((float)((i * 2654435761u >> 16 & 1023)) - 512.0f);
}

static int launches_of(size_t bytes) { return bytes > 1ull << 29 ? 4 : bytes > 1ull << 26 ? 10 : 50; }

// The median time of a launch in microseconds.
template <class F> float median(F run, int launches)
{
    cudaEvent_t a, b;
    CHECK(cudaEventCreate(&a));
    CHECK(cudaEventCreate(&b));
    std::vector<float> times;
    for (int i = 0; i < 13; ++i) {
        float ms;
        CHECK(cudaEventRecord(a, 0));
        run();
        CHECK(cudaEventRecord(b, 0));
        CHECK(cudaEventSynchronize(b));
        CHECK(cudaEventElapsedTime(&ms, a, b));
        if (i > 1)
            times.push_back(ms * 1000 / launches);
    }
    CHECK(cudaEventDestroy(a));
    CHECK(cudaEventDestroy(b));
    std::sort(times.begin(), times.end());
    return times[times.size() / 2];
}

template <class F> float in_graph(F f, size_t bytes)
{
    int launches = launches_of(bytes);
    cudaStream_t stream;
    cudaGraph_t graph;
    cudaGraphExec_t ready;
    CHECK(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
    CHECK(cudaStreamBeginCapture(stream, cudaStreamCaptureModeRelaxed));
    for (int i = 0; i < launches; ++i)
        f(stream);
    CHECK(cudaStreamEndCapture(stream, &graph));
    CHECK(cudaGraphInstantiate(&ready, graph, 0));
    float t = median([&] { CHECK(cudaGraphLaunch(ready, 0)); }, launches);
    CHECK(cudaGraphExecDestroy(ready));
    CHECK(cudaGraphDestroy(graph));
    CHECK(cudaStreamDestroy(stream));
    return t;
}

template <class F> float plain(F f, size_t bytes)
{
    int launches = launches_of(bytes);
    return median([&] { for (int i = 0; i < launches; ++i) f(0); }, launches);
}
