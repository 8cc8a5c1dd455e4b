// Emitted reductions and scans of a block by operators of users, beside CUB's algorithms with the same functor, in one
// process. Latency is one block's chain of dependent calls on an idle GPU, throughput that of a full GPU. Every call is
// followed by what makes the next one safe: ours has it inside, CUB needs a __syncthreads. All results are compared.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <cub/cub.cuh>
#include <vector>

#include "users.inc"

#define CHECK(call)                                                                                    \
    do {                                                                                               \
        cudaError_t e = (call);                                                                        \
        if (e != cudaSuccess) {                                                                        \
            std::fprintf(stderr, "%s:%d: %s: %s\n", __FILE__, __LINE__, #call, cudaGetErrorString(e)); \
            std::exit(1);                                                                              \
        }                                                                                              \
    } while (0)

constexpr int chain = 128, rounds = 9;

struct Merge {
    using T = userops_summary;
    __device__ __forceinline__ T operator()(T a, T b) const
    {
        return {min(a.Min, b.Min), max(a.Max, b.Max), (int)((unsigned)a.Sum + (unsigned)b.Sum), a.Count + b.Count};
    }
};
struct Compose {
    using T = userops_affine;
    __device__ __forceinline__ T operator()(T a, T b) const { return {b.A * a.A, b.A * a.B + b.B}; }
};

struct Nothing {};

// A way to do a piece of work by blocks of B threads. Every thread has a result, or thread 0 alone.
template <class Op, int threads, bool all> struct Way {
    using T = typename Op::T;
    static constexpr int B = threads;
    static constexpr bool every = all;
    using Storage = Nothing;
};

template <class Op, int B, cub::BlockReduceAlgorithm algorithm> struct CubReduce : Way<Op, B, false> {
    using Block = cub::BlockReduce<typename Op::T, B, algorithm>;
    using Storage = typename Block::TempStorage;
    static __device__ __forceinline__ typename Op::T call(typename Op::T v, Storage &s)
    {
        v = Block(s).Reduce(v, Op{});
        __syncthreads();
        return v;
    }
};

template <class Op, int B, cub::BlockScanAlgorithm algorithm> struct CubScan : Way<Op, B, true> {
    using Block = cub::BlockScan<typename Op::T, B, algorithm>;
    using Storage = typename Block::TempStorage;
    static __device__ __forceinline__ typename Op::T call(typename Op::T v, Storage &s)
    {
        Block(s).InclusiveScan(v, v, Op{});
        __syncthreads();
        return v;
    }
};

// run makes calls in a chain, and leaves what the first one gives.
template <class W> __global__ void __launch_bounds__(W::B) run(const typename W::T *in, typename W::T *out, long long *cycles, int calls)
{
    __shared__ typename W::Storage storage;
    typename W::T v = in[threadIdx.x], first = v;
    long long start = clock64();
#pragma unroll 1 // of every way: unrolled, the compiler computes addresses anew for each call, which it does for some alone
    for (int i = 0; i < calls; ++i) {
        v = W::call(v, storage);
        if (i == 0)
            first = v;
    }
    long long end = clock64();
    if (blockIdx.x == 0 && threadIdx.x == 0)
        *cycles = end - start;
    if (W::every || threadIdx.x == 0) {
        out[2 * (blockIdx.x * W::B + threadIdx.x)] = first;
        out[2 * (blockIdx.x * W::B + threadIdx.x) + 1] = v;
    }
}

struct Figures {
    double cycles, blocks; // of a call; 10^9 a second
    std::vector<unsigned char> first;
    int registers, local;
};

static double median(std::vector<double> all)
{
    std::sort(all.begin(), all.end());
    return all[all.size() / 2];
}

template <class W> static Figures measure()
{
    using T = typename W::T;
    int sms, resident;
    CHECK(cudaDeviceGetAttribute(&sms, cudaDevAttrMultiProcessorCount, 0));
    CHECK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&resident, run<W>, W::B, 0));
    const int blocks = sms * resident * 4;
    const size_t size = 2 * sizeof(T) * W::B * blocks;
    std::vector<unsigned> host(W::B * sizeof(T) / 4);
    unsigned random = 1;
    for (unsigned &x : host)
        x = random = random * 1664525u + 1013904223u;
    T *in, *out;
    long long *cycles;
    CHECK(cudaMalloc(&in, host.size() * 4));
    CHECK(cudaMalloc(&out, size));
    CHECK(cudaMalloc(&cycles, sizeof *cycles));
    CHECK(cudaMemcpy(in, host.data(), host.size() * 4, cudaMemcpyHostToDevice));
    CHECK(cudaMemset(out, 0xa5, size));
    cudaEvent_t begin, end;
    CHECK(cudaEventCreate(&begin));
    CHECK(cudaEventCreate(&end));
    std::vector<double> latency, seconds;
    for (int round = 0; round < rounds; ++round) {
        run<W><<<1, W::B>>>(in, out, cycles, chain);
        CHECK(cudaGetLastError());
        long long took;
        CHECK(cudaMemcpy(&took, cycles, sizeof took, cudaMemcpyDeviceToHost));
        latency.push_back((double)took / chain);
        CHECK(cudaEventRecord(begin));
        run<W><<<blocks, W::B>>>(in, out, cycles, chain);
        CHECK(cudaGetLastError());
        CHECK(cudaEventRecord(end));
        CHECK(cudaEventSynchronize(end));
        float ms;
        CHECK(cudaEventElapsedTime(&ms, begin, end));
        seconds.push_back(ms / 1e3);
    }
    std::vector<unsigned char> left(2 * sizeof(T) * W::B), first;
    CHECK(cudaMemcpy(left.data(), out + 2 * (size_t)W::B * (blocks - 1), left.size(), cudaMemcpyDeviceToHost)); // of the last block
    for (int i = 0; i < (W::every ? W::B : 1); ++i)
        first.insert(first.end(), left.begin() + 2 * i * sizeof(T), left.begin() + (2 * i + 1) * sizeof(T));
    cudaFuncAttributes a;
    CHECK(cudaFuncGetAttributes(&a, run<W>));
    CHECK(cudaEventDestroy(begin));
    CHECK(cudaEventDestroy(end));
    CHECK(cudaFree(in));
    CHECK(cudaFree(out));
    CHECK(cudaFree(cycles));
    return {median(latency), (double)blocks * chain / median(seconds) / 1e9, first, a.numRegs, (int)a.localSizeBytes};
}

static void row(const char *work, int B, Figures ours, std::vector<Figures> peers, std::vector<const char *> names)
{
    size_t quickest = 0, fullest = 0;
    for (size_t i = 0; i < peers.size(); ++i) {
        if (peers[i].first != ours.first) {
            std::fprintf(stderr, "%s, %d threads: ours and CUB's %s differ\n", work, B, names[i]);
            std::exit(1);
        }
        quickest = peers[i].cycles < peers[quickest].cycles ? i : quickest;
        fullest = peers[i].blocks > peers[fullest].blocks ? i : fullest;
    }
    std::printf("| %s, %d threads | %.0f | %.0f, %s | %.2f | %.3g | %.3g, %s | %.2f | %d, %d |\n", work, B, ours.cycles,
                peers[quickest].cycles, names[quickest], peers[quickest].cycles / ours.cycles, ours.blocks, peers[fullest].blocks,
                names[fullest], ours.blocks / peers[fullest].blocks, ours.registers, ours.local);
    std::fflush(stdout);
}

#define ALL_REDUCE false
#define ALL_SCAN true
// OURS is a row of users.rows: ours, an emitted function, beside CUB.
#define OURS(KIND, WORK, OP, B_, FUNCTION)                                                                       \
    struct Ours_##FUNCTION : Way<OP, B_, ALL_##KIND> {                                                           \
        static __device__ __forceinline__ OP::T call(OP::T v, Nothing &) { return FUNCTION(v); }                 \
    };
#include "users.rows"
#undef OURS
#define OURS(KIND, WORK, OP, B, FUNCTION) row(WORK, B, measure<Ours_##FUNCTION>(), PEERS_##KIND(OP, B));
#define PEERS_REDUCE(OP, B)                                                                                      \
    {measure<CubReduce<OP, B, cub::BLOCK_REDUCE_RAKING>>(), measure<CubReduce<OP, B, cub::BLOCK_REDUCE_WARP_REDUCTIONS>>()}, \
    {                                                                                                            \
        "raking", "warp reductions"                                                                              \
    }
#define PEERS_SCAN(OP, B)                                                                                        \
    {measure<CubScan<OP, B, cub::BLOCK_SCAN_RAKING>>(), measure<CubScan<OP, B, cub::BLOCK_SCAN_RAKING_MEMOIZE>>(), \
     measure<CubScan<OP, B, cub::BLOCK_SCAN_WARP_SCANS>>()},                                                     \
    {                                                                                                            \
        "raking", "raking, memoized", "warp scans"                                                               \
    }

int main()
{
    cudaDeviceProp p;
    CHECK(cudaGetDeviceProperties(&p, 0));
    std::printf("# Operators of users in a block, beside CUB\n\n%s, nvcc %d.%d, CUB %d.%d.%d, compiled " __DATE__ ". Made by `make users`.\n\n"
                "`Merge` is min, max, sum and count of integers, 16 bytes; `Compose` is of affine maps, 8 bytes, and does not\n"
                "commute. Cycles are of one call in a chain by one block; throughput is in 10^9 blocks a second. A ratio above 1 is\n"
                "for us, against the best of CUB's algorithms for that figure. An iteration of the loop makes one call.\n\n"
                "| work | cycles | CUB | ratio | throughput | CUB | ratio | registers, local bytes |\n"
                "| --- | --: | --- | --: | --: | --- | --: | --- |\n",
                p.name, __CUDACC_VER_MAJOR__, __CUDACC_VER_MINOR__, CUB_VERSION / 100000, CUB_VERSION / 100 % 1000, CUB_VERSION % 100);
#include "users.rows"
}
