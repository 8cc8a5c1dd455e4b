// Emitted reductions and scans of blocks beside the best of CUB's three algorithms, at sizes drawn at random. Prints
// SIZES.md.
#include "sizes.cuh"

#include <map>
#include <string>

std::vector<Result> results;

#define SIZE(B) void size_##B();
#include "sizes/all.inc"
#undef SIZE

int main(int, char **args)
{
    cudaDeviceProp gpu;
    CHECK(cudaGetDeviceProperties(&gpu, 0));
#define SIZE(B) size_##B();
#include "sizes/all.inc"
#undef SIZE
    std::printf("# Blocks of sizes drawn at random, beside CUB\n\n"
                "%s, nvcc %d.%d, CUB %d.%d.%d, compiled %s; seed %s. Made by `make sizes SEED=%s`.\n\n"
                "40 sizes of 33 to 1024 threads, every second one whole warps. A ratio is that of the best of CUB's three algorithms, of latency\n"
                "and of throughput each by itself; above 1 ours is faster. Before it was timed, each gave CUB's result. Medians of %d.\n\n"
                "| function | latency: median | least | at | throughput: median | least | at | below 0.98 |\n"
                "| --- | --: | --: | --: | --: | --: | --: | --: |\n",
                gpu.name, __CUDACC_VER_MAJOR__, __CUDACC_VER_MINOR__, CUB_MAJOR_VERSION, CUB_MINOR_VERSION,
                CUB_SUBMINOR_VERSION, __DATE__, args[1], args[1], rounds);
    std::vector<std::string> order;
    std::map<std::string, std::vector<const Result *>> by;
    for (const Result &r : results) {
        if (by[r.what].empty())
            order.push_back(r.what);
        by[r.what].push_back(&r);
    }
    for (const std::string &what : order) {
        std::vector<double> latency, throughput;
        const Result *slowest = by[what][0], *emptiest = slowest;
        auto of_latency = [](const Result *r) { return r->peer_latency / r->latency; };
        auto of_throughput = [](const Result *r) { return r->throughput / r->peer_throughput; };
        int below = 0;
        for (const Result *r : by[what]) {
            latency.push_back(of_latency(r)), throughput.push_back(of_throughput(r));
            slowest = of_latency(r) < of_latency(slowest) ? r : slowest;
            emptiest = of_throughput(r) < of_throughput(emptiest) ? r : emptiest;
            below += of_latency(r) < .98 || of_throughput(r) < .98;
        }
        std::printf("| %s | **%.2f** | %.2f | %d | **%.2f** | %.2f | %d | %d of %zu |\n", what.c_str(), median(latency),
                    of_latency(slowest), slowest->size, median(throughput), of_throughput(emptiest), emptiest->size, below,
                    by[what].size());
    }
    std::printf("\n## Rows below 0.98\n\n| function | threads | cycles | CUB | ratio | 10^9 blocks a second | CUB | ratio |\n"
                "| --- | --: | --: | --: | --: | --: | --: | --: |\n");
    for (const std::string &what : order)
        for (const Result *r : by[what])
            if (r->peer_latency / r->latency < .98 || r->throughput / r->peer_throughput < .98)
                std::printf("| %s | %d | %.0f | %.0f | %.2f | %.3f | %.3f | %.2f |\n", what.c_str(), r->size, r->latency,
                            r->peer_latency, r->peer_latency / r->latency, r->throughput, r->peer_throughput,
                            r->throughput / r->peer_throughput);
}
