// Reductions and scans of a block beside CUB's, at one size. Latency is one block's chain of dependent calls on an idle
// GPU, throughput that of a full one. Every call is followed by what makes the next one safe: ours has it inside, CUB
// needs a __syncthreads.
#pragma once

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cub/cub.cuh>
#include <vector>

#define CHECK(call)                                                                                    \
    do {                                                                                               \
        cudaError_t e = (call);                                                                        \
        if (e != cudaSuccess) {                                                                        \
            std::fprintf(stderr, "%s:%d: %s: %s\n", __FILE__, __LINE__, #call, cudaGetErrorString(e)); \
            std::exit(1);                                                                              \
        }                                                                                              \
    } while (0)

using i64 = long long;
enum Op { op_sum, op_max };
constexpr int chain = 256, rounds = 7;

// Result is one function at one size: cycles, 10^9 calls a second, and those of the best of CUB's algorithms.
struct Result {
    const char *what;
    int size;
    double latency, throughput, peer_latency, peer_throughput;
};
extern std::vector<Result> results;

// CUB knows redux for the operators of libcu++.
template <Op op> struct Operator { using type = ::cuda::std::plus<>; };
template <> struct Operator<op_max> { using type = ::cuda::maximum<>; };

struct Nothing {};
#define WAY(NAME, TYPE, SIZE)                                                                          \
    struct Way_##NAME {                                                                                \
        using T = TYPE;                                                                                \
        using Storage = Nothing;                                                                       \
        static constexpr int B = SIZE;                                                                 \
        static __device__ __forceinline__ void call(T &v, Storage &) { v = NAME(v); }                  \
    };

template <class T_, int threads, Op op, int algorithm> struct Cub_reduce {
    using T = T_;
    static constexpr int B = threads, algorithms = 3, whole = 0;
    using Block = cub::BlockReduce<T, B, (cub::BlockReduceAlgorithm)algorithm>;
    using Storage = typename Block::TempStorage;
    static __device__ __forceinline__ void call(T &v, Storage &s)
    {
        v = Block(s).Reduce(v, typename Operator<op>::type{});
        __syncthreads();
    }
};

// The third algorithm takes blocks of whole warps.
template <class T_, int threads, int algorithm> struct Cub_scan {
    using T = T_;
    static constexpr int B = threads;
    using Block = cub::BlockScan<T, B, algorithm == 2 && B % 32 ? cub::BLOCK_SCAN_RAKING : (cub::BlockScanAlgorithm)algorithm>;
    using Storage = typename Block::TempStorage;
};
template <class T, int threads, Op op, int algorithm> struct Cub_inclusive_scan : Cub_scan<T, threads, algorithm> {
    using Scan = Cub_scan<T, threads, algorithm>;
    static __device__ __forceinline__ void call(T &v, typename Scan::Storage &s)
    {
        typename Scan::Block(s).InclusiveSum(v, v);
        __syncthreads();
    }
};
template <class T, int threads, Op op, int algorithm> struct Cub_exclusive_scan : Cub_scan<T, threads, algorithm> {
    using Scan = Cub_scan<T, threads, algorithm>;
    static __device__ __forceinline__ void call(T &v, typename Scan::Storage &s)
    {
        typename Scan::Block(s).ExclusiveSum(v, v);
        __syncthreads();
    }
};

template <class T> __device__ void opaque(T &v)
{
    if constexpr (sizeof(T) == 8)
        asm volatile("" : "+l"(reinterpret_cast<i64 &>(v)));
    else
        asm volatile("" : "+r"(reinterpret_cast<int &>(v)));
}

// run makes calls in a chain.
template <class Way> __global__ void __launch_bounds__(Way::B) run(typename Way::T *out, i64 *cycles, int calls)
{
    __shared__ typename Way::Storage storage;
    typename Way::T v = (typename Way::T)(threadIdx.x * 7 % 13);
    i64 begin = clock64();
    for (int i = 0; i < calls; ++i) {
        Way::call(v, storage);
        opaque(v);
    }
    i64 end = clock64();
    if (blockIdx.x == 0 && threadIdx.x == 0)
        *cycles = end - begin;
    out[(size_t)blockIdx.x * Way::B + threadIdx.x] = v;
}

static double median(std::vector<double> all)
{
    std::sort(all.begin(), all.end());
    return all[all.size() / 2];
}

// Memory is what a way needs on the GPU, for all sizes.
struct Memory {
    void *out;
    i64 *cycles;
    int sms;
};
inline Memory &memory()
{
    static Memory m = [] {
        Memory m;
        CHECK(cudaDeviceGetAttribute(&m.sms, cudaDevAttrMultiProcessorCount, 0));
        CHECK(cudaMalloc(&m.out, 8ull * m.sms * 2048 * 4));
        CHECK(cudaMalloc(&m.cycles, 8));
        return m;
    }();
    return m;
}

template <class Way> static void once(std::vector<double> &latency, std::vector<double> &throughput)
{
    using T = typename Way::T;
    Memory &m = memory();
    const int blocks = m.sms * (2048 / Way::B) * 4;
    run<Way><<<1, Way::B>>>((T *)m.out, m.cycles, chain);
    CHECK(cudaGetLastError());
    i64 took;
    CHECK(cudaMemcpy(&took, m.cycles, sizeof took, cudaMemcpyDeviceToHost));
    latency.push_back((double)took / chain);
    cudaEvent_t begin, end;
    CHECK(cudaEventCreate(&begin));
    CHECK(cudaEventCreate(&end));
    CHECK(cudaEventRecord(begin));
    run<Way><<<blocks, Way::B>>>((T *)m.out, m.cycles, chain);
    CHECK(cudaGetLastError());
    CHECK(cudaEventRecord(end));
    CHECK(cudaEventSynchronize(end));
    float ms;
    CHECK(cudaEventElapsedTime(&ms, begin, end));
    throughput.push_back((double)blocks * chain / ms / 1e6);
    CHECK(cudaEventDestroy(begin));
    CHECK(cudaEventDestroy(end));
}

// first is what thread 0 of a block has after one call.
template <class Way> static typename Way::T first(int thread)
{
    using T = typename Way::T;
    Memory &m = memory();
    CHECK(cudaMemset(m.out, 0xa5, Way::B * sizeof(T)));
    run<Way><<<1, Way::B>>>((T *)m.out, m.cycles, 1);
    CHECK(cudaGetLastError());
    T x;
    CHECK(cudaMemcpy(&x, (T *)m.out + thread, sizeof x, cudaMemcpyDeviceToHost));
    return x;
}

template <class Way, template <class, int, Op, int> class Cub, Op op> static void beside(const char *what, int size)
{
    using T = typename Way::T;
    using A = Cub<T, Way::B, op, 0>;
    using B = Cub<T, Way::B, op, 1>;
    using C = Cub<T, Way::B, op, 2>;
    // the elements are small whole numbers: every order gives the same sum
    const int thread = what[0] == 'r' ? 0 : Way::B - 1;
    if (first<Way>(thread) != first<A>(thread)) {
        std::fprintf(stderr, "%s of %d threads: ours and CUB's differ\n", what, size);
        std::exit(1);
    }
    std::vector<double> l[4], t[4];
    for (int round = 0; round < rounds; ++round) {
        once<Way>(l[0], t[0]);
        once<A>(l[1], t[1]);
        once<B>(l[2], t[2]);
        once<C>(l[3], t[3]);
    }
    results.push_back({what, size, median(l[0]), median(t[0]), std::min({median(l[1]), median(l[2]), median(l[3])}),
                       std::max({median(t[1]), median(t[2]), median(t[3])})});
}
