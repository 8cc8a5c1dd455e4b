// Emitted reductions of a block against CUB's three algorithms, in one process. Prints
// BLOCKS.md. Every call is followed by what makes the next one safe: ours has it inside,
// CUB needs a __syncthreads. Latency is one block's chain of dependent calls on an idle GPU,
// throughput that of a full GPU.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cub/cub.cuh>
#include <string>
#include <vector>

#include "ours/all.cuh"

#define CHECK(call)                                                                                    \
    do {                                                                                               \
        cudaError_t e = (call);                                                                        \
        if (e != cudaSuccess) {                                                                        \
            std::fprintf(stderr, "%s:%d: %s: %s\n", __FILE__, __LINE__, #call, cudaGetErrorString(e)); \
            std::exit(1);                                                                              \
        }                                                                                              \
    } while (0)

constexpr int chain = 256, rounds = 9;

struct Sum {
    template <class T> __device__ __forceinline__ T operator()(T a, T b) const { return a + b; }
};
struct Max {
    __device__ __forceinline__ float operator()(float a, float b) const { return fmaxf(a, b); }
};

// Best is the greatest element and the lowest thread that has it.
struct Best {
    float value;
    int thread;
    Best() = default;
    __host__ __device__ Best(int x) : value((float)x), thread(0) {}
    __device__ __forceinline__ Best operator+(Best k) const
    {
        k.value += value;
        return k;
    }
};
// The next element of a chain waits for both: no thread has a number of 2^20.
static __device__ __forceinline__ Best chained(float x, int thread)
{
    Best b(0);
    b.value = __int_as_float(__float_as_int(x) ^ thread >> 20);
    b.thread = thread;
    return b;
}
struct ArgMax {
    using Pair = cub::KeyValuePair<int, float>;
    __device__ __forceinline__ Pair operator()(const Pair &a, const Pair &b) const
    {
        return b.value > a.value || (b.value == a.value && b.key < a.key) ? b : a;
    }
};

// CUB knows redux for the operators of libcu++, from version 3 on.
template <class Op, class T> struct OfCub { using type = Op; };
#if CUB_VERSION >= 300000
template <class T> struct OfCub<Sum, T> { using type = ::cuda::std::plus<>; };
template <class T> struct OfCub<Max, T> { using type = ::cuda::maximum<>; };
#endif

// Way::call is of N values at once; CUB's is that many calls.
template <class T_, class Op, int threads, cub::BlockReduceAlgorithm algorithm, int values = 1> struct Cub {
    using T = T_;
    static constexpr int B = threads, N = values;
    using Block = cub::BlockReduce<T, B, algorithm>;
    using Storage = typename Block::TempStorage;
    static __device__ __forceinline__ void call(T (&v)[N], Storage &s)
    {
        for (int i = 0; i < N; ++i) {
            v[i] = Block(s).Reduce(v[i], typename OfCub<Op, T>::type{});
            __syncthreads();
        }
    }
};

template <int threads, cub::BlockReduceAlgorithm algorithm> struct Cub<Best, ArgMax, threads, algorithm, 1> {
    using T = Best;
    static constexpr int B = threads, N = 1;
    using Block = cub::BlockReduce<ArgMax::Pair, B, algorithm>;
    using Storage = typename Block::TempStorage;
    static __device__ __forceinline__ void call(T (&v)[1], Storage &s)
    {
        ArgMax::Pair best = Block(s).Reduce(ArgMax::Pair{(int)threadIdx.x, v[0].value}, ArgMax{});
        v[0] = chained(best.value, best.key);
        __syncthreads();
    }
};

struct Nothing {};

// What ours is emitted for: the default, or many blocks at once.
enum Goal { both, throughput };

template <class T, class Op, int threads, int values = 1, Goal goal = both> struct Ours;
#define OURS(TYPE, OP, B_, FUNCTION, GOAL)                                                             \
    template <> struct Ours<TYPE, OP, B_, 1, GOAL> {                                                   \
        using T = TYPE;                                                                                \
        static constexpr int B = B_, N = 1;                                                            \
        using Storage = Nothing;                                                                       \
        static __device__ __forceinline__ void call(T (&v)[1], Storage &) { v[0] = FUNCTION(v[0]); }   \
    };
#define OURS_MANY(B_, N_)                                                                              \
    template <> struct Ours<float, Sum, B_, N_> {                                                      \
        using T = float;                                                                               \
        static constexpr int B = B_, N = N_;                                                           \
        using Storage = Nothing;                                                                       \
        static __device__ __forceinline__ void call(T (&v)[N], Storage &)                              \
        {                                                                                              \
            block_reduce_sum_float32_b##B_##_n##N_##_full(v);                                          \
        }                                                                                              \
    };
#define OURS_WINNER(B_)                                                                                \
    template <> struct Ours<Best, ArgMax, B_> {                                                        \
        using T = Best;                                                                                \
        static constexpr int B = B_, N = 1;                                                            \
        using Storage = Nothing;                                                                       \
        static __device__ __forceinline__ void call(T (&v)[1], Storage &)                              \
        {                                                                                              \
            int of;                                                                                    \
            float best = block_reduce_argmax_float32_b##B_##_full(v[0].value, &of);                    \
            v[0] = chained(best, of);                                                                     \
        }                                                                                              \
    };
#define OURS_OF(B)                                                                                     \
    OURS(int, Sum, B, block_reduce_sum_int32_b##B##_full, both)                                        \
    OURS(float, Sum, B, block_reduce_sum_float32_b##B##_full, both)                                    \
    OURS(double, Sum, B, block_reduce_sum_float64_b##B##_full, both)                                   \
    OURS(float, Max, B, block_reduce_max_float32_b##B##_full, both)                                    \
    OURS_WINNER(B)
OURS_OF(32)
OURS_OF(64)
OURS_OF(96)
OURS_OF(128)
OURS_OF(180)
OURS_OF(256)
OURS_OF(512)
OURS_OF(1000)
OURS_OF(1024)
#define OURS_FULL(B)                                                                                   \
    OURS(int, Sum, B, block_reduce_sum_int32_b##B##_full_throughput, throughput)                       \
    OURS(float, Sum, B, block_reduce_sum_float32_b##B##_full_throughput, throughput)                   \
    OURS(double, Sum, B, block_reduce_sum_float64_b##B##_full_throughput, throughput)
OURS_FULL(64)
OURS_FULL(96)
OURS_FULL(128)
#define OURS_MANY_OF(B) OURS_MANY(B, 2) OURS_MANY(B, 4) OURS_MANY(B, 8)
OURS_MANY_OF(64)
OURS_MANY_OF(128)
OURS_MANY_OF(256)
OURS_MANY_OF(512)
OURS_MANY_OF(1024)

// run makes calls in a chain and gives thread 0's results of the first and of the last one.
template <class Way>
__global__ void __launch_bounds__(Way::B) run(const typename Way::T *in, typename Way::T *out, long long *cycles, int calls)
{
    constexpr int N = Way::N;
    __shared__ typename Way::Storage storage;
    typename Way::T v[N], first[N];
    for (int k = 0; k < N; ++k)
        first[k] = v[k] = in[threadIdx.x] + (typename Way::T)k;
    long long start = clock64();
#pragma unroll 1 // of every way: unrolled, the compiler computes addresses anew for each call, which it does for some alone
    for (int i = 0; i < calls; ++i) {
        Way::call(v, storage);
        if (i == 0)
            for (int k = 0; k < N; ++k)
                first[k] = v[k];
    }
    long long end = clock64();
    if (blockIdx.x == 0 && threadIdx.x == 0)
        *cycles = end - start;
    if (threadIdx.x == 0)
        for (int k = 0; k < N; ++k) {
            out[2 * (N * blockIdx.x + k)] = first[k];
            out[2 * (N * blockIdx.x + k) + 1] = v[k];
        }
}

struct Figures {
    double cycles, blocks; // of a call; 10^9 a second
    std::vector<double> first; // thread 0's results of one call
    int registers, local;
};

template <class T> static void append(std::vector<double> &all, T x) { all.push_back((double)x); }
static void append(std::vector<double> &all, Best x)
{
    all.push_back(x.value);
    all.push_back(x.thread);
}

static double median(std::vector<double> all)
{
    std::sort(all.begin(), all.end());
    return all[all.size() / 2];
}

template <class Way> static Figures measure()
{
    using T = typename Way::T;
    int sms, resident;
    CHECK(cudaDeviceGetAttribute(&sms, cudaDevAttrMultiProcessorCount, 0));
    CHECK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&resident, run<Way>, Way::B, 0));
    const int blocks = sms * resident * 4;
    std::vector<T> host(Way::B);
    for (int i = 0; i < Way::B; ++i)
        host[i] = (T)(i % 7);
    T *in, *out;
    long long *cycles;
    CHECK(cudaMalloc(&in, Way::B * sizeof(T)));
    CHECK(cudaMalloc(&out, 2 * Way::N * blocks * sizeof(T)));
    CHECK(cudaMalloc(&cycles, sizeof *cycles));
    CHECK(cudaMemcpy(in, host.data(), Way::B * sizeof(T), cudaMemcpyHostToDevice));
    cudaEvent_t begin, end;
    CHECK(cudaEventCreate(&begin));
    CHECK(cudaEventCreate(&end));
    std::vector<double> latency, seconds;
    for (int round = 0; round < rounds; ++round) {
        run<Way><<<1, Way::B>>>(in, out, cycles, chain);
        CHECK(cudaGetLastError());
        long long took;
        CHECK(cudaMemcpy(&took, cycles, sizeof took, cudaMemcpyDeviceToHost));
        latency.push_back((double)took / chain);
        CHECK(cudaEventRecord(begin));
        run<Way><<<blocks, Way::B>>>(in, out, cycles, chain);
        CHECK(cudaGetLastError());
        CHECK(cudaEventRecord(end));
        CHECK(cudaEventSynchronize(end));
        float ms;
        CHECK(cudaEventElapsedTime(&ms, begin, end));
        seconds.push_back(ms / 1e3);
    }
    std::vector<T> left(2 * Way::N);
    CHECK(cudaMemcpy(left.data(), out, left.size() * sizeof(T), cudaMemcpyDeviceToHost));
    std::vector<double> first;
    for (int k = 0; k < Way::N; ++k)
        append(first, left[2 * k]);
    cudaFuncAttributes a;
    CHECK(cudaFuncGetAttributes(&a, run<Way>));
    CHECK(cudaEventDestroy(begin));
    CHECK(cudaEventDestroy(end));
    CHECK(cudaFree(in));
    CHECK(cudaFree(out));
    CHECK(cudaFree(cycles));
    return {median(latency), (double)blocks * chain / median(seconds) / 1e9, first, a.numRegs, (int)a.localSizeBytes};
}

static std::vector<double> latencies, throughputs;
static std::string behind[2]; // the work that is behind CUB in latency, in throughput

static void behind_in(int which, const std::string &work, int threads, double ratio)
{
    if (ratio < 0.995)
        behind[which] += (behind[which].empty() ? "" : "; ") + work + ", " + std::to_string(threads);
}

template <class T, class Op, int B, int N = 1, Goal goal = both> static void row(const std::string &work)
{
    const char *names[] = {"raking", "commutative raking", "warp reductions"};
    Figures ours = measure<Ours<T, Op, B, N, goal>>();
    Figures peers[] = {measure<Cub<T, Op, B, cub::BLOCK_REDUCE_RAKING, N>>(),
                       measure<Cub<T, Op, B, cub::BLOCK_REDUCE_RAKING_COMMUTATIVE_ONLY, N>>(),
                       measure<Cub<T, Op, B, cub::BLOCK_REDUCE_WARP_REDUCTIONS, N>>()};
    int quickest = 0, fullest = 0;
    for (int i = 0; i < 3; ++i) {
        if (peers[i].first != ours.first) { // small integers: exact in any order
            std::fprintf(stderr, "%s, %d threads: ours %g, CUB's %s %g\n", work.c_str(), B, ours.first[0], names[i], peers[i].first[0]);
            std::exit(1);
        }
        quickest = peers[i].cycles < peers[quickest].cycles ? i : quickest;
        fullest = peers[i].blocks > peers[fullest].blocks ? i : fullest;
    }
    double latency = peers[quickest].cycles / ours.cycles, rate = ours.blocks / peers[fullest].blocks;
    latencies.push_back(latency);
    throughputs.push_back(rate);
    behind_in(0, work, B, latency);
    behind_in(1, work, B, rate);
    std::printf("| %s, %d threads | %.0f | %.0f, %s | %.2f | %.3g | %.3g, %s | %.2f | %d, %d |\n", work.c_str(), B, ours.cycles,
                peers[quickest].cycles, names[quickest], latency, ours.blocks, peers[fullest].blocks, names[fullest], rate,
                ours.registers, ours.local);
    std::fflush(stdout);
}

// full are rows of what is emitted for many blocks at once, where that is something else.
template <class T> static void full(const char *work)
{
    row<T, Sum, 64, 1, throughput>(work);
    row<T, Sum, 96, 1, throughput>(work);
    row<T, Sum, 128, 1, throughput>(work);
}

template <class T, class Op> static void rows(const char *work)
{
    row<T, Op, 32>(work);
    row<T, Op, 64>(work);
    row<T, Op, 96>(work);
    row<T, Op, 128>(work);
    row<T, Op, 180>(work);
    row<T, Op, 256>(work);
    row<T, Op, 512>(work);
    row<T, Op, 1000>(work);
    row<T, Op, 1024>(work);
}

// many are rows of several values at once.
template <int B> static void many()
{
    row<float, Sum, B, 2>("2 sums float32");
    row<float, Sum, B, 4>("4 sums float32");
    row<float, Sum, B, 8>("8 sums float32");
}

static const char *const head = "| work | cycles | CUB | ratio | throughput | CUB | ratio | registers, local bytes |\n"
                                "| --- | --: | --- | --: | --: | --- | --: | --- |\n";

int main()
{
    cudaDeviceProp device;
    CHECK(cudaGetDeviceProperties(&device, 0));
    std::printf("# Reductions of a block, beside CUB\n\n%s, nvcc %d.%d, CUB %d.%d.%d, compiled %s. Made by `make blocks`.\n\n"
                "Cycles are of one call in a chain by one block; throughput is in 10^9 blocks a second. A ratio above 1 is for us,\n"
                "against the best of CUB's three algorithms for that figure. An iteration of the loop makes one call.\n\n%s",
                device.name, __CUDACC_VER_MAJOR__, __CUDACC_VER_MINOR__, CUB_MAJOR_VERSION, CUB_MINOR_VERSION,
                CUB_SUBMINOR_VERSION, __DATE__, head);
    rows<int, Sum>("sum int32");
    rows<float, Sum>("sum float32");
    rows<double, Sum>("sum float64");
    rows<float, Max>("max float32");
    rows<Best, ArgMax>("argmax float32");
    double one[] = {median(latencies), median(throughputs)};
    latencies.clear(), throughputs.clear();
    many<64>();
    many<128>();
    many<256>();
    many<512>();
    many<1024>();
    std::printf("\nMedian ratio of latency %.2f, of throughput %.2f; of several values at once, beside that many calls of CUB,\n"
                "%.2f and %.2f.\n",
                one[0], one[1], median(latencies), median(throughputs));
    for (int which = 0; which < 2; ++which)
        std::printf("\nBehind CUB's %s, by threads: %s.\n", which == 0 ? "latency" : "throughput", behind[which].empty() ? "nothing" : behind[which].c_str());
    std::printf("\nWith `-for throughput`:\n\n%s", head);
    full<int>("sum int32");
    full<float>("sum float32");
    full<double>("sum float64");
}
