// Emitted reductions of arrays by operators of users, timed against cub::DeviceReduce::TransformReduce with the same functions,
// which promises no order and takes an initial value where ours needs no identity. Prints tables of GRIDS.md.
#include <cstring>

#include <cub/cub.cuh>

#include "arrays.cuh"
#include "grid_added.cu"
#include "grid_moments.cu"
#include "grid_spread.cu"
#include "grid_summary.cu"

static void *in, *out, *other, *temporary;
static u64 *workspace;
static size_t temporary_bytes = 1 << 24;

// A table. agrees says whether two results are one, as far as rounding allows.
template <class In, class Out, class Op, class Map, class Agrees>
void table(const char *what, void (*kernel)(const In *, u64, Out *, u64 *), Op op, Map map, Out init, Agrees agrees)
{
    std::printf("| %s | ours, graph | CUB | ratio | ours, launched | CUB | ratio |\n| --- | --: | --: | --: | --: | --: | --: |\n", what);
    fill<<<1320, 256>>>((In *)in, 1ull << 28);
    for (int log = 10; log <= 28; log += 2) {
        u64 n = 1ull << log;
        size_t bytes = n * sizeof(In);
        auto ours = [&](cudaStream_t s) {
            unsigned blocks = (unsigned)std::min<u64>(256, (bytes + 32767) / 32768);
            kernel<<<bytes <= 65536 ? 1 : blocks, 256, 0, s>>>((const In *)in, n, (Out *)out, workspace);
        };
        auto cub_reduce = [&](cudaStream_t s) {
            size_t size = temporary_bytes;
            CHECK(cub::DeviceReduce::TransformReduce(temporary, size, (const In *)in, (Out *)other, (long long)n, op, map, init, s));
        };
        CHECK(cudaMemset(out, 0xa5, 64));
        CHECK(cudaMemset(other, 0x5a, 64));
        float times[] = {in_graph(ours, bytes), in_graph(cub_reduce, bytes), plain(ours, bytes), plain(cub_reduce, bytes)};
        CHECK(cudaGetLastError());
        Out a, b;
        CHECK(cudaMemcpy(&a, out, sizeof a, cudaMemcpyDeviceToHost));
        CHECK(cudaMemcpy(&b, other, sizeof b, cudaMemcpyDeviceToHost));
        std::printf("| 2^%d | %.2f | %.2f | %.2f | %.2f | %.2f | %.2f |%s\n", log, times[0], times[1], times[1] / times[0], times[2], times[3],
                    times[3] / times[2], agrees(a, b) ? "" : " DIFFERENT");
        std::fflush(stdout);
    }
    std::printf("\n");
}

// The functions, as CUB takes them.
struct Add {
    __device__ float operator()(float a, float b) const { return grid_added_op(a, b); }
};
struct Summaries {
    __device__ userops_summary operator()(userops_summary a, userops_summary b) const { return grid_summary_op(a, b); }
    __device__ userops_summary operator()(int x) const { return grid_summary_map(x); }
};
struct Spreads {
    __device__ userops_spread operator()(userops_spread a, userops_spread b) const { return grid_spread_op(a, b); }
    __device__ userops_spread operator()(float x) const { return grid_spread_map(x); }
};
struct AllMoments {
    __device__ userops_moments operator()(userops_moments a, userops_moments b) const { return grid_moments_op(a, b); }
    __device__ userops_moments operator()(float x) const { return grid_moments_map(x); }
};

int main()
{
    CHECK(cudaMalloc(&in, 1ull << 30));
    CHECK(cudaMalloc(&out, 64));
    CHECK(cudaMalloc(&other, 64));
    CHECK(cudaMalloc(&temporary, temporary_bytes));
    CHECK(cudaMalloc(&workspace, 16384));
    CHECK(cudaMemset(workspace, 0, 16384));
    table<float, float>("Added, float32", grid_added, Add{}, cuda::std::identity{}, 0.0f, [](float, float) { return true; });
    table<int, userops_summary>("min, max, sum and count of int32", grid_summary, Summaries{}, Summaries{}, {2147483647, -2147483647 - 1, 0, 0},
                                [](auto a, auto b) { return std::memcmp(&a, &b, sizeof a) == 0; });
    table<float, userops_spread>("min, max, sum and count of float32", grid_spread, Spreads{}, Spreads{}, {INFINITY, -INFINITY, 0, 0},
                                 [](auto a, auto b) { return a.Min == b.Min && a.Max == b.Max && a.Count == b.Count; });
    table<float, userops_moments>("count, mean and M2 of float32", grid_moments, AllMoments{}, AllMoments{}, {0, 0, 0},
                                  [](auto a, auto b) { return a.Count == b.Count; });
    return 0;
}
