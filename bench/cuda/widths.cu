// Emitted sums of segments of 3 to 15 lanes beside CUB's warp reductions of logical warps of that width, in one process.
// Prints WIDTHS.md. A call of ours serves all segments of a warp. CUB's serves one if the width is no power of two.
#include "peers.cuh"
#include "rows.cuh"

#include "widths.inc"

#define ROW(WIDTH, TYPE, FUNCTION)                                                                               \
    struct Way_##FUNCTION : Everywhere {                                                                         \
        using T = TYPE;                                                                                          \
        static constexpr const char *name = "ours";                                                              \
        static __device__ __forceinline__ T call(unsigned, T v, Storage &) { return FUNCTION(v); }               \
    };
#include "widths.rows"
#undef ROW

template <int width, class Ours, class Peer> static void beside(const char *work)
{
    check<Ours, Peer>(work, 0xffffffffu);
    const Row r = compare<Ours, Peer>(0xffffffffu, 9);
    const int ours = 32 / width, peers = (width & (width - 1)) == 0 ? ours : 1; // segments that a call serves
    std::printf("| %s | %.1f | %.1f | **%.2f** | %.1f | %.1f | **%.2f** |\n", work, r.latency, r.peer_latency,
                r.peer_latency / r.latency, r.throughput * ours / 1e9, r.peer_throughput * peers / 1e9,
                r.throughput * ours / (r.peer_throughput * peers));
    std::fflush(stdout);
}

int main()
{
    cudaDeviceProp gpu;
    CHECK(cudaGetDeviceProperties(&gpu, 0));
    std::printf("# Sums of segments, beside CUB\n\n%s, nvcc %d.%d, CUB %d.%d.%d, compiled %s. Made by `make widths`.\n\n"
                "Latency is cycles of one call in a chain of dependent ones, for all segments of a warp; throughput is 10^9 segments\n"
                "a second with the GPU full. Medians of 9. A ratio above 1 is for us.\n\n"
                "| work | cycles | CUB | ratio | throughput | CUB | ratio |\n"
                "| --- | --: | --: | --: | --: | --: | --: |\n",
                gpu.name, __CUDACC_VER_MAJOR__, __CUDACC_VER_MINOR__, CUB_MAJOR_VERSION, CUB_MINOR_VERSION,
                CUB_SUBMINOR_VERSION, __DATE__);
#define ROW(WIDTH, TYPE, FUNCTION) beside<WIDTH, Way_##FUNCTION, CubReduce<TYPE, Sum, WIDTH>>(#FUNCTION);
#include "widths.rows"
}
