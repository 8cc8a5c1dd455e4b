// Loads and stores of arrays of structs of 3 to 8 words: each warp takes 32 consecutive structs, each lane computes on
// one, and stores it back. Ours loads words side by side, transposes them so that a lane holds its struct, and transposes
// back; beside CUB's WarpLoad and WarpStore by transposes, and loads of structs as a compiler makes them.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cub/cub.cuh>
#include <vector>

#define CHECK(call)                                                                                                    \
    do {                                                                                                               \
        cudaError_t failed = (call);                                                                                   \
        if (failed != cudaSuccess) {                                                                                   \
            printf("%s:%d: %s\n", __FILE__, __LINE__, cudaGetErrorString(failed));                                     \
            exit(1);                                                                                                   \
        }                                                                                                              \
    } while (0)

constexpr int threads = 256, warps = threads / 32;

// work tells the words of a struct apart.
template <int N> __device__ __forceinline__ void work(float (&v)[N])
{
#pragma unroll
    for (int r = 0; r < N; r++)
        v[r] = v[r] * 2.0f + (float)r;
}

template <int N, int Align> struct alignas(Align) Struct {
    float x[N];
};

template <int N, int Align> __global__ __launch_bounds__(threads) void plain(const Struct<N, Align> *in, Struct<N, Align> *out)
{
    size_t i = (size_t)blockIdx.x * threads + threadIdx.x;
    Struct<N, Align> s = in[i];
    work<N>(s.x);
    out[i] = s;
}

template <int N> __global__ __launch_bounds__(threads) void cubs(const float *in, float *out)
{
    using Load = cub::WarpLoad<float, N, cub::WARP_LOAD_TRANSPOSE, 32>;
    using Store = cub::WarpStore<float, N, cub::WARP_STORE_TRANSPOSE, 32>;
    __shared__ union {
        typename Load::TempStorage load[warps];
        typename Store::TempStorage store[warps];
    } memory;
    int warp = threadIdx.x / 32;
    size_t at = ((size_t)blockIdx.x * warps + warp) * 32 * N;
    float v[N];
    Load(memory.load[warp]).Load(in + at, v);
    work<N>(v);
    __syncwarp();
    Store(memory.store[warp]).Store(out + at, v);
}

template <int N> struct Shuffles;
template <int N> struct Memory;
#define WORDS(n)                                                                                                       \
    template <> struct Shuffles<n> {                                                                                   \
        union At {};                                                                                                   \
        static __device__ __forceinline__ void blocked(float (&v)[n], At &) { blocked_none_##n(v); }                   \
        static __device__ __forceinline__ void striped(float (&v)[n], At &) { striped_none_##n(v); }                   \
    };                                                                                                                 \
    template <> struct Memory<n> {                                                                                     \
        union At {                                                                                                     \
            blocked_shared_##n##_memory blocked;                                                                       \
            striped_shared_##n##_memory striped;                                                                       \
        };                                                                                                             \
        static __device__ __forceinline__ void blocked(float (&v)[n], At &at) { blocked_shared_##n(v, at.blocked); }   \
        static __device__ __forceinline__ void striped(float (&v)[n], At &at) { striped_shared_##n(v, at.striped); }   \
    };
#include "aos.inc"

template <int N, template <int> class By> __global__ __launch_bounds__(threads) void ours(const float *in, float *out)
{
    __shared__ typename By<N>::At memory[warps];
    int warp = threadIdx.x / 32;
    size_t at = ((size_t)blockIdx.x * warps + warp) * 32 * N + threadIdx.x % 32;
    float v[N];
#pragma unroll
    for (int k = 0; k < N; k++)
        v[k] = in[at + k * 32];
    By<N>::blocked(v, memory[warp]);
    work<N>(v);
    By<N>::striped(v, memory[warp]);
#pragma unroll
    for (int k = 0; k < N; k++)
        out[at + k * 32] = v[k];
}

static float *in, *out;
static std::vector<float> host;

// milliseconds is the median time of a launch, of 15 times 4.
template <class Launch> float milliseconds(Launch launch)
{
    cudaEvent_t start, end;
    CHECK(cudaEventCreate(&start));
    CHECK(cudaEventCreate(&end));
    for (int i = 0; i < 3; i++)
        launch();
    CHECK(cudaGetLastError());
    std::vector<float> all(15);
    for (float &x : all) {
        CHECK(cudaEventRecord(start));
        for (int i = 0; i < 4; i++)
            launch();
        CHECK(cudaEventRecord(end));
        CHECK(cudaEventSynchronize(end));
        CHECK(cudaEventElapsedTime(&x, start, end));
        x /= 4;
    }
    std::sort(all.begin(), all.end());
    return all[7];
}

template <int N> void compare(const char *way, size_t structs)
{
    std::vector<float> got(structs * N);
    CHECK(cudaMemcpy(got.data(), out, got.size() * sizeof(float), cudaMemcpyDeviceToHost));
    for (size_t i = 0; i < got.size(); i++)
        if (got[i] != host[i] * 2.0f + (float)(i % N)) {
            printf("%s of %d words: word %zu differs\n", way, N, i);
            exit(1);
        }
}

// row is a row of AOS.md: Align is the greatest power of two that structs of N words may be aligned to.
template <int N, int Align> void row(const char *where, size_t structs)
{
    int blocks = structs / threads;
    double bytes = 2.0 * structs * N * sizeof(float);
    auto rate = [&](const char *way, auto launch) {
        CHECK(cudaMemset(out, 0xff, structs * N * sizeof(float)));
        double r = bytes / milliseconds(launch) * 1e-6;
        compare<N>(way, structs);
        return r;
    };
    double loose = rate("plain", [&] { plain<N, 4><<<blocks, threads>>>((const Struct<N, 4> *)in, (Struct<N, 4> *)out); });
    double aligned = rate("aligned", [&] { plain<N, Align><<<blocks, threads>>>((const Struct<N, Align> *)in, (Struct<N, Align> *)out); });
    double cub = rate("CUB", [&] { cubs<N><<<blocks, threads>>>(in, out); });
    double shuffles = rate("shuffles", [&] { ours<N, Shuffles><<<blocks, threads>>>(in, out); });
    double memory = rate("memory", [&] { ours<N, Memory><<<blocks, threads>>>(in, out); });
    double best = std::max(shuffles, memory);
    printf("| %d, %s | %.0f | %.0f | %.0f | %.0f | %.0f | %.2f | %.2f |\n", N * 4, where, shuffles, memory, cub, loose, aligned,
           best / cub, best / std::max(loose, aligned));
    fflush(stdout);
}

int main()
{
    const size_t cached = 1 << 19, large = 1 << 25;
    host.resize(large * 8);
    unsigned seed = 12345;
    for (float &x : host)
        x = (float)((seed = seed * 1664525u + 1013904223u) >> 12);
    CHECK(cudaMalloc(&in, host.size() * sizeof(float)));
    CHECK(cudaMalloc(&out, host.size() * sizeof(float)));
    CHECK(cudaMemcpy(in, host.data(), host.size() * sizeof(float), cudaMemcpyHostToDevice));
    puts("| bytes | shuffles | memory | CUB | structs | aligned structs | to CUB | to structs |\n| --- | --: | --: | --: | --: | --: | --: | --: |");
    for (size_t structs : {cached, large}) {
        const char *where = structs == cached ? "in L2" : "in memory";
        row<3, 4>(where, structs);
        row<4, 16>(where, structs);
        row<5, 4>(where, structs);
        row<6, 8>(where, structs);
        row<7, 4>(where, structs);
        row<8, 16>(where, structs);
    }
}
