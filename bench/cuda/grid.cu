// Emitted reductions of arrays, timed against cub::DeviceReduce: its default, which promises no
// order, and with G2G defined its mode of the same bits on every GPU. Prints the tables of GRIDS.md.
// A launch reads the array that the one before it read: up to the size of the second cache, it is
// found there. With the argument "first", those of argmax and argmin.
#include <cub/cub.cuh>
#ifdef G2G
#include <cuda/stream_ref>
#endif

#include "arrays.cuh"
#include "grid_reduce_argmax_float32.cu"
#include "grid_reduce_argmin_int32.cu"
#include "grid_reduce_max_float32.cu"
#include "grid_reduce_sum_float32.cu"
#include "grid_reduce_sum_float32_in_float16.cu"
#include "grid_reduce_sum_float64.cu"
#include "grid_reduce_sum_int32.cu"

static void *in, *out, *other, *temporary;
static u64 *workspace;
static size_t temporary_bytes = 1 << 24;

template <class In, class Out> struct As {
    __host__ __device__ Out operator()(In x) const { return (Out)x; }
};

template <class In, class Out, class Op>
void table(const char *what, void (*kernel)(const In *, u64, Out *, u64 *), Op op, Out init)
{
    std::printf("| %s | ours, graph | CUB | ratio | ours, launched | CUB | ratio |", what);
#ifdef G2G
    std::printf(" CUB gpu_to_gpu, launched | ratio |");
#endif
    std::printf("\n| --- | --: | --: | --: | --: | --: | --: |");
#ifdef G2G
    std::printf(" --: | --: |");
#endif
    std::printf("\n");
    fill<<<1320, 256>>>((In *)in, 1ull << 30);
    for (int log = 10; log <= 30; log += 2) {
        u64 n = 1ull << log;
        size_t bytes = n * sizeof(In);
        auto ours = [&](cudaStream_t s) {
            unsigned blocks = (unsigned)std::min<u64>(256, (n * sizeof(In) + 32767) / 32768);
            kernel<<<n * sizeof(In) <= 65536 ? 1 : blocks, 256, 0, s>>>((const In *)in, n, (Out *)out, workspace);
        };
        auto cub_default = [&](cudaStream_t s) {
            size_t size = temporary_bytes;
            CHECK(cub::DeviceReduce::TransformReduce(temporary, size, (const In *)in, (Out *)other, (long long)n, op, As<In, Out>{}, init, s));
        };
        float times[] = {in_graph(ours, bytes), in_graph(cub_default, bytes), plain(ours, bytes), plain(cub_default, bytes)};
        CHECK(cudaGetLastError());
        std::printf("| 2^%d | %.2f | %.2f | %.2f | %.2f | %.2f | %.2f |", log, times[0], times[1], times[1] / times[0], times[2], times[3], times[3] / times[2]);
#ifdef G2G
        if (sizeof(In) == sizeof(Out) && init != (Out)-1) {
            auto reproducible = [&](cudaStream_t s) {
                auto env = cuda::std::execution::env{cuda::stream_ref{s}, cuda::execution::require(cuda::execution::determinism::gpu_to_gpu)};
                CHECK(cub::DeviceReduce::Reduce((const In *)in, (Out *)other, (long long)n, op, init, env));
            };
            float t = plain(reproducible, bytes);
            std::printf(" %.2f | %.2f |", t, t / times[2]);
        }
#endif
        std::printf("\n");
        std::fflush(stdout);
    }
    std::printf("\n");
}

// The tables of an op that gives an element and its number.
template <class T, class Peer>
void first(const char *what, void (*kernel)(const T *, u64, T *, long long *, u64 *), Peer peer)
{
    std::printf("| %s | ours, graph | CUB | ratio | ours, launched | CUB | ratio |\n| --- | --: | --: | --: | --: | --: | --: |\n", what);
    fill<<<1320, 256>>>((T *)in, 1ull << 30);
    for (int log = 10; log <= 30; log += 2) {
        u64 n = 1ull << log;
        size_t bytes = n * sizeof(T);
        auto ours = [&](cudaStream_t s) {
            unsigned blocks = (unsigned)std::min<u64>(256, (bytes + 32767) / 32768);
            kernel<<<bytes <= 65536 ? 1 : blocks, 256, 0, s>>>((const T *)in, n, (T *)out, (long long *)out + 1, workspace);
        };
        auto theirs = [&](cudaStream_t s) {
            size_t size = temporary_bytes;
            CHECK(peer(temporary, size, (const T *)in, (T *)other, (long long *)other + 1, (long long)n, s));
        };
        CHECK(cudaMemset(out, 0, 16));
        CHECK(cudaMemset(other, 0, 16));
        float times[] = {in_graph(ours, bytes), in_graph(theirs, bytes), plain(ours, bytes), plain(theirs, bytes)};
        CHECK(cudaGetLastError());
        struct { T value; alignas(8) long long index; } a, b;
        CHECK(cudaMemcpy(&a, out, 16, cudaMemcpyDeviceToHost));
        CHECK(cudaMemcpy(&b, other, 16, cudaMemcpyDeviceToHost));
        std::printf("| 2^%d | %.2f | %.2f | %.2f | %.2f | %.2f | %.2f |%s\n", log, times[0], times[1], times[1] / times[0], times[2], times[3],
                    times[3] / times[2], a.value == b.value && a.index == b.index ? "" : " DIFFERENT");
        std::fflush(stdout);
    }
    std::printf("\n");
}

int main(int argc, char **)
{
    CHECK(cudaMalloc(&in, 8ull << 30));
    CHECK(cudaMalloc(&out, 16));
    CHECK(cudaMalloc(&other, 16));
    CHECK(cudaMalloc(&temporary, temporary_bytes));
    CHECK(cudaMalloc(&workspace, 8192));
    CHECK(cudaMemset(workspace, 0, 8192));
    if (argc > 1) {
        first<float>("argmax of float32", grid_reduce_argmax_float32, [](auto... x) { return cub::DeviceReduce::ArgMax(x...); });
        first<int>("argmin of int32", grid_reduce_argmin_int32, [](auto... x) { return cub::DeviceReduce::ArgMin(x...); });
        return 0;
    }
    table<float, float>("float32", grid_reduce_sum_float32, cuda::std::plus<float>{}, 0.0f);
#ifndef G2G
    table<int, int>("int32", grid_reduce_sum_int32, cuda::std::plus<int>{}, 0);
    table<double, double>("float64", grid_reduce_sum_float64, cuda::std::plus<double>{}, 0.0);
    table<__half, float>("float16 as float32", grid_reduce_sum_float32_in_float16, cuda::std::plus<float>{}, 0.0f);
    table<float, float>("max of float32", grid_reduce_max_float32, cuda::maximum<float>{}, -1e38f);
#endif
    return 0;
}
