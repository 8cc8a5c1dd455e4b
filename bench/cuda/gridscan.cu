// Prototypes of scans of arrays in one order, compared with the host bit for bit and timed beside cub::DeviceScan, which
// promises no order of floats, and its mode of the same bits on one kind of GPU. Prints tables of
// GRIDSCAN.md; with an argument, only compares.
#include <cstring>
#include <cub/cub.cuh>
#include <cuda/stream_ref>

#include "gridpipe.cuh"
#include "gridscan_host.cuh"

static void *in, *out, *other, *temporary;
static u64 *workspace;
static const size_t temporary_bytes = 1 << 26, workspace_bytes = 1 << 25;
static const u64 most = 1ull << 28;
static const int logs[] = {10, 14, 18, 20, 22, 24, 26, 28};
static int processors;

// The tiles of arrays of up to so many bytes, and of longer ones.
static const u64 few_bytes = 1ull << 23;
template <class T> using Few = Tile<T, sizeof(T) == 4 ? 128 : 256, 8, sizeof(T) == 4 ? 6 : 3>;
template <class T> using Many = Tile<T, 384, 6, 2>;
template <class T> static bool is_few(u64 n) { return n * sizeof(T) <= few_bytes; }

template <class T, bool exclusive> static void scan(const T *from, T *to, u64 n, u64 *space, cudaStream_t s)
{
    if (is_few<T>(n)) {
        using S = Few<T>;
        one_tile<S, exclusive><<<(unsigned)((n + S::size - 1) / S::size), S::threads, 0, s>>>(from, to, n, space);
        return;
    }
    using S = Many<T>;
    constexpr int bytes = 3 * S::size * sizeof(T);
    static const bool ready = [] { CHECK(cudaFuncSetAttribute(many_tiles<S, exclusive>, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes)); return true; }();
    u64 tiles = (n + S::size - 1) / S::size;
    if (ready)
        many_tiles<S, exclusive><<<(unsigned)std::min<u64>(S::blocks * processors, tiles), S::threads, bytes, s>>>(from, to, n, space);
}

template <class T, bool exclusive> static std::vector<T> expected(const std::vector<T> &x)
{
    return is_few<T>(x.size()) ? by_host<Few<T>, exclusive>(x) : by_host<Many<T>, exclusive>(x);
}

// Two passes, in an order of their own: sums of chunks, then scans of chunks, each of which adds the sums before it.
template <class S> __global__ void __launch_bounds__(S::threads, S::blocks) sums_of_chunks(const typename S::T *in, u64 n, unsigned chunk, typename S::T *parts)
{
    using T = typename S::T;
    __shared__ T sums[S::warps];
    unsigned lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    T sum = Identity<T>::value;
    for (unsigned t = 0; t < chunk; ++t) {
        u64 start = ((u64)blockIdx.x * chunk + t) * S::size + warp * S::strip;
        if (start >= n)
            break;
        Strip<S> s;
        s.load(in, start, n);
#pragma unroll
        for (int r = 0; r < S::rows; ++r)
#pragma unroll
            for (int v = 0; v < S::piece; ++v)
                sum = sum + s.x[r].at[v];
    }
    sum = tree(sum, lane, 32);
    if (lane == 0)
        sums[warp] = sum;
    __syncthreads();
    if (warp == 0) {
        sum = tree(lane < S::warps ? sums[lane] : Identity<T>::value, lane, S::warps);
        if (lane == 0)
            parts[blockIdx.x] = sum;
    }
}
template <class S> __global__ void __launch_bounds__(S::threads, S::blocks) scans_of_chunks(const typename S::T *in, typename S::T *out, u64 n, unsigned chunk, const typename S::T *parts)
{
    using T = typename S::T;
    __shared__ T sums[2][S::warps], all[S::warps];
    unsigned lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    T prefix = Identity<T>::value;
    for (unsigned k = threadIdx.x; k < blockIdx.x; k += S::threads)
        prefix = prefix + parts[k];
    prefix = tree(prefix, lane, 32);
    if (lane == 0)
        all[warp] = prefix;
    __syncthreads();
    prefix = Identity<T>::value;
    for (int w = 0; w < S::warps; ++w)
        prefix = prefix + all[w];
    for (unsigned t = 0; t < chunk; ++t) {
        u64 tile = (u64)blockIdx.x * chunk + t, start = tile * S::size + warp * S::strip;
        if (tile * S::size >= n)
            break;
        Strip<S> s;
        s.load(in, start, n);
        s.scan();
        if (lane == 0)
            sums[t % 2][warp] = s.total;
        __syncthreads();
        T before, total;
        over_warps<S>(sums[t % 2], before, total);
        s.template store<false>(out, start, n, prefix + before);
        prefix = prefix + total;
    }
}
template <class T> static void two_passes(u64 n, cudaStream_t s)
{
    using S = Tile<T, 256, 4, 4>;
    unsigned tiles = (unsigned)((n + S::size - 1) / S::size), chunk = (tiles + S::blocks * processors - 1) / (S::blocks * processors), chunks = (tiles + chunk - 1) / chunk;
    if (chunks > 1)
        sums_of_chunks<S><<<chunks, S::threads, 0, s>>>((const T *)in, n, chunk, (T *)temporary);
    scans_of_chunks<S><<<chunks, S::threads, 0, s>>>((const T *)in, (T *)out, n, chunk, (const T *)temporary);
}

__global__ void copy(const int4 *from, int4 *to, u64 n)
{
    u64 i = (u64)blockIdx.x * 2048 + threadIdx.x;
#pragma unroll
    for (int k = 0; k < 4; ++k)
        if (i + k * 512 < n)
            __stcs(to + i + k * 512, __ldcs(from + i + k * 512));
}

__global__ void differing(const unsigned *a, const unsigned *b, u64 words, unsigned *count)
{
    for (u64 i = blockIdx.x * (u64)blockDim.x + threadIdx.x; i < words; i += (u64)gridDim.x * blockDim.x)
        if (a[i] != b[i])
            atomicAdd(count, 1);
}

// Launches that gave the bits of the host: of each length a few, and many beside a kernel that takes processors away. They take
// turns with two inputs, so that what one leaves in the workspace is wrong for the next.
template <class T, bool exclusive> static int check(const char *what)
{
    int launches = 0;
    cudaStream_t scans, load;
    unsigned *count;
    CHECK(cudaStreamCreateWithFlags(&scans, cudaStreamNonBlocking));
    CHECK(cudaStreamCreateWithFlags(&load, cudaStreamNonBlocking));
    CHECK(cudaMalloc(&count, 4));
    CHECK(cudaMemset(count, 0, 4));
    u64 few = few_bytes / sizeof(T), half = most / 2;
    for (u64 n : {1ull, 31ull, 1000ull, 4095ull, 4096ull, 4097ull, (1ull << 17) + 1, (1ull << 20) - 1, few, few + 1, few + 12345, (1ull << 24) + 7}) {
        for (u64 from : {0ull, half}) {
            std::vector<T> x(n);
            CHECK(cudaMemcpy(x.data(), (const T *)in + from, n * sizeof(T), cudaMemcpyDeviceToHost));
            CHECK(cudaMemcpy((T *)other + from, expected<T, exclusive>(x).data(), n * sizeof(T), cudaMemcpyHostToDevice));
        }
        bool loaded = n == (1ull << 20) - 1 || n == few + 12345;
        for (int k = 0; k < (loaded ? 500 : 6); ++k, ++launches) {
            u64 from = k % 2 * half;
            if (loaded && k % 4 == 0)
                copy<<<2048, 512, 0, load>>>((const int4 *)in + (1 << 24), (int4 *)temporary, 1 << 22);
            CHECK(cudaMemsetAsync(out, 0xa5, n * sizeof(T), scans));
            scan<T, exclusive>((const T *)in + from, (T *)out, n, workspace, scans);
            CHECK(cudaGetLastError());
            differing<<<264, 256, 0, scans>>>((const unsigned *)out, (const unsigned *)((const T *)other + from), n * sizeof(T) / 4, count);
        }
        unsigned differ;
        CHECK(cudaDeviceSynchronize());
        CHECK(cudaMemcpy(&differ, count, 4, cudaMemcpyDeviceToHost));
        if (differ) {
            std::printf("%s of %llu elements: %u words differ from the host's\n", what, n, differ);
            std::exit(1);
        }
    }
    CHECK(cudaFree(count));
    CHECK(cudaStreamDestroy(scans));
    CHECK(cudaStreamDestroy(load));
    return launches;
}

template <class T> static void table(const char *what)
{
    std::printf("\n| %s | ours, graph | CUB | ratio | exclusive | CUB | ratio | ours, launched | CUB | ratio | CUB run_to_run, launched | ratio | two passes, graph | copy, graph |\n| --- |", what);
    for (int k = 0; k < 13; ++k)
        std::printf(" --: |");
    std::printf("\n");
    for (int log : logs) {
        u64 n = 1ull << log;
        size_t bytes = n * sizeof(T) * 2;
        auto ours = [=](cudaStream_t s) { scan<T, false>((const T *)in, (T *)out, n, workspace, s); };
        auto ours_exclusive = [=](cudaStream_t s) { scan<T, true>((const T *)in, (T *)out, n, workspace, s); };
        auto cub_inclusive = [=](cudaStream_t s) {
            size_t size = temporary_bytes;
            CHECK(cub::DeviceScan::InclusiveSum(temporary, size, (const T *)in, (T *)other, (long long)n, s));
        };
        auto cub_exclusive = [=](cudaStream_t s) {
            size_t size = temporary_bytes;
            CHECK(cub::DeviceScan::ExclusiveSum(temporary, size, (const T *)in, (T *)other, (long long)n, s));
        };
        auto same_bits = [=](cudaStream_t s) {
            auto env = cuda::std::execution::env{cuda::stream_ref{s}, cuda::execution::require(cuda::execution::determinism::run_to_run)};
            CHECK(cub::DeviceScan::InclusiveSum((const T *)in, (T *)other, (long long)n, env));
        };
        auto copied = [=](cudaStream_t s) {
            u64 pieces = n * sizeof(T) / 16;
            copy<<<(unsigned)((pieces + 2047) / 2048), 512, 0, s>>>((const int4 *)in, (int4 *)out, pieces);
        };
        float a[] = {in_graph(ours, bytes), in_graph(cub_inclusive, bytes), in_graph(ours_exclusive, bytes), in_graph(cub_exclusive, bytes), plain(ours, bytes), plain(cub_inclusive, bytes)};
        float same = plain(same_bits, bytes);
        std::printf("| 2^%d |", log);
        for (int k = 0; k < 6; k += 2)
            std::printf(" %.2f | %.2f | %.2f |", a[k], a[k + 1], a[k + 1] / a[k]);
        std::printf(" %.2f | %.2f | %.2f | %.2f |\n", same, same / a[4], in_graph([=](cudaStream_t s) { two_passes<T>(n, s); }, bytes), in_graph(copied, bytes));
        CHECK(cudaGetLastError());
        std::fflush(stdout);
    }
}

template <class T> static void all(const char *what, bool timed)
{
    fill<<<1320, 256>>>((T *)in, most);
    int launches = check<T, false>(what) + check<T, true>(what);
    if (timed)
        table<T>(what);
    std::printf("\n%s: %d launches gave the host's bits.\n", what, launches);
}

int main(int count, char **)
{
    for (void **p : {&in, &out, &other})
        CHECK(cudaMalloc(p, most * 8));
    CHECK(cudaMalloc(&temporary, temporary_bytes));
    CHECK(cudaMalloc(&workspace, workspace_bytes));
    CHECK(cudaMemset(workspace, 0, workspace_bytes));
    CHECK(cudaDeviceGetAttribute(&processors, cudaDevAttrMultiProcessorCount, 0));
    all<float>("float32", count == 1);
    all<int>("int32", count == 1);
    all<double>("float64", count == 1);
}
