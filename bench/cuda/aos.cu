// Loads and stores of arrays of structs of 12 to 64 bytes: each warp takes 32 consecutive structs, each lane computes on
// one, and stores it back. Ours is the patterns load and store, and transposes through shared memory between loads and
// stores of words; beside CUB's WarpLoad and WarpStore by transposes, and loads of structs as a compiler makes them.
// A second table is of arrays of any number of structs: load and store with -partial, beside the same peers.
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
template <class Word, int N> __device__ __forceinline__ void work(Word (&v)[N])
{
#pragma unroll
    for (int r = 0; r < N; r++)
        v[r] = v[r] * (Word)2 + (Word)r;
}

template <class Word, int N, int Align> struct alignas(Align) Struct {
    Word x[N];
};

template <class Word, int N, int Align>
__global__ __launch_bounds__(threads) void plain(const Struct<Word, N, Align> *in, Struct<Word, N, Align> *out)
{
    size_t i = (size_t)blockIdx.x * threads + threadIdx.x;
    Struct<Word, N, Align> s = in[i];
    work(s.x);
    out[i] = s;
}

template <class Word, int N> __global__ __launch_bounds__(threads) void cubs(const Word *in, Word *out)
{
    using Load = cub::WarpLoad<Word, N, cub::WARP_LOAD_TRANSPOSE, 32>;
    using Store = cub::WarpStore<Word, N, cub::WARP_STORE_TRANSPOSE, 32>;
    __shared__ union {
        typename Load::TempStorage load[warps];
        typename Store::TempStorage store[warps];
    } memory;
    int warp = threadIdx.x / 32;
    size_t at = ((size_t)blockIdx.x * warps + warp) * 32 * N;
    Word v[N];
    Load(memory.load[warp]).Load(in + at, v);
    work(v);
    __syncwarp();
    Store(memory.store[warp]).Store(out + at, v);
}

// Moves has what is emitted for a struct of N words.
template <class Word, int N> struct Moves;
#define MOVES(word, n, id)                                                                                             \
    template <> struct Moves<word, n> {                                                                                \
        using Type = geom_##id;                                                                                        \
        union Memory {                                                                                                 \
            blocked_##id##_memory blocked;                                                                             \
            striped_##id##_memory striped;                                                                             \
        };                                                                                                             \
        static __device__ __forceinline__ Type load(const Type *from) { return load_##id(from); }                      \
        static __device__ __forceinline__ void store(Type *to, Type v) { store_##id(to, v); }                          \
        static __device__ __forceinline__ Type load(const Type *from, unsigned left)                                   \
        {                                                                                                              \
            return load_##id##_partial(from, left);                                                                    \
        }                                                                                                              \
        static __device__ __forceinline__ void store(Type *to, Type v, unsigned left)                                  \
        {                                                                                                              \
            store_##id##_partial(to, v, left);                                                                         \
        }                                                                                                              \
        static __device__ __forceinline__ void blocked(word (&v)[n], Memory &m) { blocked_##id(v, m.blocked); }        \
        static __device__ __forceinline__ void striped(word (&v)[n], Memory &m) { striped_##id(v, m.striped); }        \
    };
#include "aos.inc"

template <class Word, int N> __global__ __launch_bounds__(threads) void moved(const Word *in, Word *out)
{
    using M = Moves<Word, N>;
    size_t at = ((size_t)blockIdx.x * warps + threadIdx.x / 32) * 32;
    auto v = M::load((const typename M::Type *)in + at);
    work(v.at);
    M::store((typename M::Type *)out + at, v);
}

template <class Word, int N> __global__ __launch_bounds__(threads) void memory(const Word *in, Word *out)
{
    using M = Moves<Word, N>;
    __shared__ typename M::Memory lent[warps];
    int warp = threadIdx.x / 32;
    size_t at = ((size_t)blockIdx.x * warps + warp) * 32 * N + threadIdx.x % 32;
    Word v[N];
#pragma unroll
    for (int k = 0; k < N; k++)
        v[k] = in[at + k * 32];
    M::blocked(v, lent[warp]);
    work(v);
    M::striped(v, lent[warp]);
#pragma unroll
    for (int k = 0; k < N; k++)
        out[at + k * 32] = v[k];
}

// Of n structs.
template <class Word, int N, int Align>
__global__ __launch_bounds__(threads) void plainRest(const Struct<Word, N, Align> *in, Struct<Word, N, Align> *out, unsigned n)
{
    unsigned i = blockIdx.x * threads + threadIdx.x;
    if (i >= n)
        return;
    Struct<Word, N, Align> s = in[i];
    work(s.x);
    out[i] = s;
}

template <class Word, int N> __global__ __launch_bounds__(threads) void cubsRest(const Word *in, Word *out, unsigned n)
{
    using Load = cub::WarpLoad<Word, N, cub::WARP_LOAD_TRANSPOSE, 32>;
    using Store = cub::WarpStore<Word, N, cub::WARP_STORE_TRANSPOSE, 32>;
    __shared__ union {
        typename Load::TempStorage load[warps];
        typename Store::TempStorage store[warps];
    } memory;
    int warp = threadIdx.x / 32;
    unsigned first = (blockIdx.x * warps + warp) * 32;
    if (first >= n)
        return;
    size_t at = (size_t)first * N;
    int words = min(n - first, 32u) * N;
    Word v[N];
    Load(memory.load[warp]).Load(in + at, v, words, (Word)0);
    work(v);
    __syncwarp();
    Store(memory.store[warp]).Store(out + at, v, words);
}

template <class Word, int N> __global__ __launch_bounds__(threads) void movedRest(const Word *in, Word *out, unsigned n)
{
    using M = Moves<Word, N>;
    unsigned first = (blockIdx.x * warps + threadIdx.x / 32) * 32;
    if (first >= n)
        return;
    auto v = M::load((const typename M::Type *)in + first, n - first);
    work(v.at);
    M::store((typename M::Type *)out + first, v, n - first);
}

// differing counts the words that are not what work gives, of so many, and the words after them that are no poison,
// of all; poison is a NaN, and no input is.
template <class Word, int N>
__global__ void differing(const Word *in, const Word *out, size_t words, size_t all, unsigned long long *count)
{
    for (size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x; i < all; i += (size_t)gridDim.x * blockDim.x) {
        if (i < words ? out[i] != in[i] * (Word)2 + (Word)(i % N) : out[i] == out[i])
            atomicAdd(count, 1ull);
    }
}

static void *in, *out;
static unsigned long long *count;

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

// row is a row of AOS.md: Align is the greatest power of two, up to 16, that structs of N words may be aligned to. With
// rest, the last block has 91 structs only, and the last warp of it 27.
template <class Word, int N, int Align> void row(const char *where, size_t words, bool rest)
{
    size_t all = words / N / threads * threads, structs = rest ? all - threads + 91 : all, bytes = structs * N * sizeof(Word);
    int blocks = all / threads;
    auto rate = [&](const char *way, auto launch) {
        CHECK(cudaMemset(out, 0xff, all * N * sizeof(Word)));
        CHECK(cudaMemset(count, 0, sizeof *count));
        double r = 2.0 * bytes / milliseconds(launch) * 1e-6;
        unsigned long long wrong = 1;
        differing<Word, N><<<1024, threads>>>((const Word *)in, (const Word *)out, structs * N, all * N, count);
        CHECK(cudaMemcpy(&wrong, count, sizeof wrong, cudaMemcpyDeviceToHost));
        if (wrong != 0) {
            printf("%s of %d words of %zu bytes: %llu words differ\n", way, N, sizeof(Word), wrong);
            exit(1);
        }
        return r;
    };
    auto structsBy = [&](auto like) {
        using S = decltype(like);
        return rate("structs", [&] {
            if (rest)
                plainRest<Word, N, alignof(S)><<<blocks, threads>>>((const S *)in, (S *)out, structs);
            else
                plain<Word, N, alignof(S)><<<blocks, threads>>>((const S *)in, (S *)out);
        });
    };
    double loose = structsBy(Struct<Word, N, alignof(Word)>{}), aligned = structsBy(Struct<Word, N, Align>{});
    if (rest) {
        double cub = rate("CUB", [&] { cubsRest<Word, N><<<blocks, threads>>>((const Word *)in, (Word *)out, structs); });
        double own = rate("-partial", [&] { movedRest<Word, N><<<blocks, threads>>>((const Word *)in, (Word *)out, structs); });
        structs = all, bytes = structs * N * sizeof(Word);
        double whole = rate("load and store", [&] { moved<Word, N><<<blocks, threads>>>((const Word *)in, (Word *)out); });
        printf("| %zu, %d %s, %s | %.0f | %.0f | %.0f | %.0f | %.0f | %.2f | %.2f | %.2f | %.2f |\n", N * sizeof(Word), N, sizeof(Word) == 4 ? "float" : "double",
               where, own, whole, cub, loose, aligned, own / whole, own / cub, own / loose, own / aligned);
        fflush(stdout);
        return;
    }
    double cub = rate("CUB", [&] { cubs<Word, N><<<blocks, threads>>>((const Word *)in, (Word *)out); });
    double own = rate("load and store", [&] { moved<Word, N><<<blocks, threads>>>((const Word *)in, (Word *)out); });
    double shared = rate("memory", [&] { memory<Word, N><<<blocks, threads>>>((const Word *)in, (Word *)out); });
    printf("| %zu, %d %s, %s | %.0f | %.0f | %.0f | %.0f | %.0f | %.2f | %.2f | %.2f |\n", N * sizeof(Word), N, sizeof(Word) == 4 ? "float" : "double",
           where, own, shared, cub, loose, aligned, own / cub, own / loose, own / aligned);
    fflush(stdout);
}

int main()
{
    const size_t cached = 1 << 24, large = 1 << 30; // bytes
    std::vector<float> host(large / sizeof(float));
    unsigned seed = 12345;
    for (float &x : host)
        x = (float)((seed = seed * 1664525u + 1013904223u) >> 12);
    CHECK(cudaMalloc(&in, large));
    CHECK(cudaMalloc(&out, large));
    CHECK(cudaMalloc(&count, sizeof *count));
    CHECK(cudaMemcpy(in, host.data(), large, cudaMemcpyHostToDevice));
    for (bool rest : {false, true}) {
        puts(rest ? "\n| bytes | `-partial` | without | CUB | structs | aligned structs | ours to without | ours to CUB | ours to structs | ours to aligned structs |\n"
                    "| --- | --: | --: | --: | --: | --: | --: | --: | --: | --: |"
                  : "| bytes | load and store | memory | CUB | structs | aligned structs | ours to CUB | ours to structs | ours to aligned structs |\n"
                    "| --- | --: | --: | --: | --: | --: | --: | --: | --: |");
        for (size_t bytes : {cached, large}) {
            const char *where = bytes == cached ? "in L2" : "in memory";
            size_t floats = bytes / sizeof(float), doubles = bytes / sizeof(double);
            row<float, 3, 4>(where, floats, rest);
            row<float, 4, 16>(where, floats, rest);
            row<float, 5, 4>(where, floats, rest);
            row<float, 6, 8>(where, floats, rest);
            row<float, 7, 4>(where, floats, rest);
            row<float, 8, 16>(where, floats, rest);
            row<float, 12, 16>(where, floats, rest);
            row<float, 16, 16>(where, floats, rest);
            row<double, 2, 16>(where, doubles, rest);
            row<double, 3, 8>(where, doubles, rest);
            row<double, 4, 16>(where, doubles, rest);
            row<double, 8, 16>(where, doubles, rest);
        }
    }
}
