// Emitted warp-level functions against CUB, cooperative groups, a plain loop of
// shuffles and the raw intrinsic, in one process. Prints RESULTS.md.
#include "measure.cuh"
#include "peers.cuh"

#include "ours/inclusive_scan_sum_float32_w32_full.cu"
#include "ours/inclusive_scan_sum_int32_w32_full.cu"
#include "ours/reduce_argmax_float32_w32.cu"
#include "ours/reduce_argmax_float32_w32_full.cu"
#include "ours/reduce_max_float32_w32_full.cu"
#include "ours/reduce_max_float64_w32_full.cu"
#include "ours/reduce_max_int64_w32_full.cu"
#include "ours/reduce_min_uint8_w32_full.cu"
#include "ours/reduce_sum_float32_w12_full.cu"
#include "ours/reduce_sum_float32_w24_full.cu"
#include "ours/reduce_sum_float32_w31_full.cu"
#include "ours/reduce_sum_float32_w32.cu"
#include "ours/reduce_sum_float32_w32_full.cu"
#include "ours/reduce_sum_float32_w3_full.cu"
#include "ours/reduce_sum_float32_w5_full.cu"
#include "ours/reduce_sum_float32_w7_full.cu"
#include "ours/reduce_sum_int32_w16_full.cu"
#include "ours/reduce_sum_int32_w32.cu"
#include "ours/reduce_sum_int32_w32_full.cu"
#include "ours/reduce_sum_int64_w32_full.cu"
#include "ours/reduce_xor_uint64_w32_full.cu"

// OURS wraps an emitted function; OURS_MASKED one that takes a mask.
#define OURS(NAME, TYPE)                                                                                         \
    struct Ours_##NAME {                                                                                         \
        using T = TYPE;                                                                                          \
        using Storage = Nothing;                                                                                 \
        static __device__ __forceinline__ T call(unsigned, T v, Storage &) { return NAME(v); }                   \
    };
#define OURS_MASKED(NAME, TYPE)                                                                                  \
    struct Ours_##NAME {                                                                                         \
        using T = TYPE;                                                                                          \
        using Storage = Nothing;                                                                                 \
        static __device__ __forceinline__ T call(unsigned mask, T v, Storage &) { return NAME(mask, v); }        \
    };

// Element and lane in one number, so that neither is left out.
struct Ours_argmax {
    using T = float;
    using Storage = Nothing;
    static __device__ __forceinline__ T call(unsigned, T v, Storage &)
    {
        int lane;
        T best = reduce_argmax_float32_w32_full(v, &lane);
        return both(best, lane);
    }
};
struct Ours_argmax_masked {
    using T = float;
    using Storage = Nothing;
    static __device__ __forceinline__ T call(unsigned mask, T v, Storage &)
    {
        int lane;
        T best = reduce_argmax_float32_w32(mask, v, &lane);
        return both(best, lane);
    }
};
OURS_MASKED(reduce_sum_int32_w32, int)
OURS(reduce_sum_int32_w32_full, int)
OURS(reduce_sum_int32_w16_full, int)
OURS_MASKED(reduce_sum_float32_w32, float)
OURS(reduce_sum_float32_w32_full, float)
OURS(reduce_max_float32_w32_full, float)
OURS(reduce_sum_int64_w32_full, long long)
OURS(reduce_max_int64_w32_full, long long)
OURS(reduce_xor_uint64_w32_full, unsigned long long)
OURS(reduce_max_float64_w32_full, double)
OURS(reduce_min_uint8_w32_full, unsigned char)
OURS(inclusive_scan_sum_int32_w32_full, int)
OURS(inclusive_scan_sum_float32_w32_full, float)
OURS(reduce_sum_float32_w3_full, float)
OURS(reduce_sum_float32_w5_full, float)
OURS(reduce_sum_float32_w7_full, float)
OURS(reduce_sum_float32_w12_full, float)
OURS(reduce_sum_float32_w24_full, float)
OURS(reduce_sum_float32_w31_full, float)

struct Named {
    std::string name;
    Figures figures;
    int groups; // that a call serves
};

// row prints ours against the best of the peers, and every peer.
static void row(const char *work, Named ours, std::vector<Named> peers)
{
    auto group = [](const Named &n) { return n.figures.latency / n.groups; };
    auto rate = [](const Named &n) { return n.figures.throughput * n.groups; };
    auto latency = *std::min_element(peers.begin(), peers.end(), [&](auto &a, auto &b) { return group(a) < group(b); });
    auto throughput = *std::max_element(peers.begin(), peers.end(), [&](auto &a, auto &b) { return rate(a) < rate(b); });
    std::printf("| %s | %.1f | %.1f %s | **%.2f** | %.1f | %.1f %s | **%.2f** | %d | %d |\n", work, group(ours),
                group(latency), latency.name.c_str(), group(latency) / group(ours), rate(ours) / 1e9, rate(throughput) / 1e9,
                throughput.name.c_str(), rate(ours) / rate(throughput), ours.figures.registers, ours.figures.local);
    std::fflush(stdout);
}

template <class Way> static Named way(const char *name, int groups = 1) { return {name, measure<Way>(), groups}; }

template <class Ours, int width> static void odd(const char *work)
{
    row(work, way<Ours>("ours", 32 / width), {way<CubReduce<float, Sum, width>>("CUB")});
}

int main()
{
    cudaDeviceProp gpu;
    CHECK(cudaGetDeviceProperties(&gpu, 0));
    int driver;
    CHECK(cudaDriverGetVersion(&driver));
    std::printf("# Emitted CUDA against its peers\n\n%s, CUDA driver %d.%d, nvcc %d.%d, CUB %d.%d.%d, compiled %s.\n\n", gpu.name,
                driver / 1000, driver % 1000 / 10, __CUDACC_VER_MAJOR__, __CUDACC_VER_MINOR__, CUB_MAJOR_VERSION,
                CUB_MINOR_VERSION, CUB_SUBMINOR_VERSION, __DATE__);
    std::printf("Latency is cycles of one call in a chain of dependent ones; throughput 10^9 calls of a warp a second\n"
                "with the GPU full, both by group where a call serves several. Medians of 9. A ratio above 1 says that\n"
                "ours is faster than the best peer.\n\n"
                "| work | latency | best peer | ratio | throughput | best peer | ratio | registers | local bytes |\n"
                "| --- | --: | --: | --: | --: | --: | --: | --: | --: |\n");
    row("sum int32", way<Ours_reduce_sum_int32_w32_full>("ours"),
        {way<CubReduce<int, Sum, 32>>("CUB"), way<GroupReduce<int, Sum, 32>>("groups"), way<Loop<int, Sum, 32>>("loop"), way<RawAdd>("redux")});
    row("sum int32, member mask", way<Ours_reduce_sum_int32_w32>("ours"),
        {way<Masked<CubReduce<int, Sum, 32>>>("CUB"), way<Masked<GroupReduce<int, Sum, 32>>>("groups"), way<Masked<RawAdd>>("redux")});
    row("sum int32, width 16", way<Ours_reduce_sum_int32_w16_full>("ours", 2),
        {way<CubReduce<int, Sum, 16>>("CUB", 2), way<GroupReduce<int, Sum, 16>>("groups", 2), way<Loop<int, Sum, 16>>("loop", 2)});
    row("sum float32", way<Ours_reduce_sum_float32_w32_full>("ours"),
        {way<CubReduce<float, Sum, 32>>("CUB"), way<GroupReduce<float, Sum, 32>>("groups"), way<Loop<float, Sum, 32>>("loop")});
    row("sum float32, member mask", way<Ours_reduce_sum_float32_w32>("ours"),
        {way<Masked<CubReduce<float, Sum, 32>>>("CUB"), way<Masked<GroupReduce<float, Sum, 32>>>("groups"), way<Masked<Loop<float, Sum, 32>>>("loop")});
    row("max float32", way<Ours_reduce_max_float32_w32_full>("ours"),
        {way<CubReduce<float, Max, 32>>("CUB"), way<GroupReduce<float, Max, 32>>("groups"), way<Loop<float, Max, 32>>("loop")});
    row("max float64", way<Ours_reduce_max_float64_w32_full>("ours"),
        {way<CubReduce<double, Max, 32>>("CUB"), way<GroupReduce<double, Max, 32>>("groups"), way<Loop<double, Max, 32>>("loop")});
    row("argmax float32", way<Ours_argmax>("ours"), {way<CubArgmax>("CUB"), way<LoopArgmax>("loop")});
    row("argmax float32, member mask", way<Ours_argmax_masked>("ours"), {way<Masked<CubArgmax>>("CUB"), way<Masked<LoopArgmax>>("loop")});
    row("sum int64", way<Ours_reduce_sum_int64_w32_full>("ours"),
        {way<CubReduce<long long, Sum, 32>>("CUB"), way<GroupReduce<long long, Sum, 32>>("groups"), way<Loop<long long, Sum, 32>>("loop")});
    row("max int64", way<Ours_reduce_max_int64_w32_full>("ours"),
        {way<CubReduce<long long, Max, 32>>("CUB"), way<GroupReduce<long long, Max, 32>>("groups"), way<Loop<long long, Max, 32>>("loop")});
    row("xor uint64", way<Ours_reduce_xor_uint64_w32_full>("ours"),
        {way<CubReduce<unsigned long long, Xor, 32>>("CUB"), way<GroupReduce<unsigned long long, Xor, 32>>("groups"), way<Loop<unsigned long long, Xor, 32>>("loop")});
    row("min uint8", way<Ours_reduce_min_uint8_w32_full>("ours"),
        {way<CubReduce<unsigned char, Min, 32>>("CUB"), way<Loop<unsigned char, Min, 32>>("loop")});
    row("inclusive scan int32", way<Ours_inclusive_scan_sum_int32_w32_full>("ours"),
        {way<CubScan<int, Sum>>("CUB"), way<GroupScan<int, Sum>>("groups")});
    row("inclusive scan float32", way<Ours_inclusive_scan_sum_float32_w32_full>("ours"),
        {way<CubScan<float, Sum>>("CUB"), way<GroupScan<float, Sum>>("groups")});
    odd<Ours_reduce_sum_float32_w3_full, 3>("sum float32, width 3, a group");
    odd<Ours_reduce_sum_float32_w5_full, 5>("sum float32, width 5, a group");
    odd<Ours_reduce_sum_float32_w7_full, 7>("sum float32, width 7, a group");
    odd<Ours_reduce_sum_float32_w12_full, 12>("sum float32, width 12, a group");
    odd<Ours_reduce_sum_float32_w24_full, 24>("sum float32, width 24");
    odd<Ours_reduce_sum_float32_w31_full, 31>("sum float32, width 31");
    CHECK(cudaDeviceSynchronize());
}
