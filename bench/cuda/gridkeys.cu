// Prototypes of histograms and of sums by keys, timed beside cub::DeviceHistogram, atomic additions and a sort by keys. Every
// count is compared with the host's, and sums in one order bit for bit. Prints tables of GRIDSCAN.md.
#include <cstring>
#include <cub/cub.cuh>

#include "gridkeys.cuh"

static void *keys, *keys_sorted, *values, *values_sorted, *out, *temporary;
static size_t temporary_bytes = 3ull << 30;
static float *parts;
static const u64 most = 1ull << 28;
static const int many_bins = 1 << 20;
static const int logs[] = {14, 18, 20, 22, 24, 26, 28};

// How keys are drawn: each equally likely, the fourth power of a uniform number, one key.
enum class Draw { uniform, skewed, one };
static const char *const drawn[] = {"uniform", "skewed", "one key"};

template <class K> __global__ void draw(K *x, u64 n, Draw how, int range = bins)
{
    for (u64 i = blockIdx.x * (u64)blockDim.x + threadIdx.x; i < n; i += (u64)gridDim.x * blockDim.x) {
        u64 z = (i + 77) * 0x9e3779b97f4a7c15ull;
        z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9ull;
        z = (z ^ z >> 27) * 0x94d049bb133111ebull;
        float u = (float)(z >> 40) / (1 << 24);
        x[i] = how == Draw::one ? (K)7 : (K)(range * (how == Draw::uniform ? u : u * u * u * u));
    }
}

// One row of a table: microseconds a launch, in a CUDA graph.
template <class F> static void row(const char *what, size_t bytes, F f)
{
    std::printf("| %s |", what);
    for (int log : logs) {
        std::printf(" %.2f |", in_graph([&](cudaStream_t s) { f(1ull << log, s); }, bytes << log));
        CHECK(cudaGetLastError());
    }
    std::printf("\n");
    std::fflush(stdout);
}
static void head(const char *what, Draw how)
{
    std::printf("\n| %s, %s |", what, drawn[(int)how]);
    for (int log : logs)
        std::printf(" 2^%d |", log);
    std::printf("\n| --- |");
    for (int log : logs)
        std::printf(" --: |");
    std::printf("\n");
}

// Counts, compared with the host's before they are timed.
template <class K, int copies, bool match> static void count(const char *what)
{
    int blocks, processors;
    auto kernel = histogram<K, copies, match>;
    CHECK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, kernel, 1024, 0));
    CHECK(cudaDeviceGetAttribute(&processors, cudaDevAttrMultiProcessorCount, 0));
    u64 fit = blocks * processors;
    auto launch = [=](u64 n, cudaStream_t s) {
        CHECK(cudaMemsetAsync(out, 0, bins * 4, s));
        u64 bytes = n * sizeof(K), share = std::min<u64>(64, (bytes + 4095) / 4096); // each block adds to all bins in the end
        kernel<<<(unsigned)std::min(fit, std::max(share, bytes / 32768)), 1024, 0, s>>>((const K *)keys, n, (unsigned *)out);
    };
    for (u64 n : {1000ull, (1ull << 22) + 7}) {
        std::vector<K> k(n);
        std::vector<unsigned> want(bins), got(bins);
        CHECK(cudaMemcpy(k.data(), keys, n * sizeof(K), cudaMemcpyDeviceToHost));
        for (K x : k)
            ++want[x];
        launch(n, 0);
        CHECK(cudaMemcpy(got.data(), out, bins * 4, cudaMemcpyDeviceToHost));
        if (want != got) {
            std::printf("%s of %llu keys: counts differ from the host's\n", what, n);
            std::exit(1);
        }
    }
    row(what, sizeof(K), launch);
}

template <class K> static void histograms(const char *what, Draw how)
{
    draw<<<1320, 256>>>((K *)keys, most, how);
    head(what, how);
    count<K, 1, false>("one table a block");
    count<K, 32, false>("a table a lane of a block");
    count<K, 1, true>("one table a block, equal keys of a warp first");
    row("`cub::DeviceHistogram`", sizeof(K), [](u64 n, cudaStream_t s) {
        size_t size = temporary_bytes;
        CHECK(cub::DeviceHistogram::HistogramEven(temporary, size, (const K *)keys, (int *)out, bins + 1, 0, bins, (long long)n, s));
    });
}

// Sums in one order, compared with the host's before they are timed.
template <class C> static void fixed(const char *what, void (*kernel)(const int *, const float *, u64, float *), unsigned bytes)
{
    CHECK(cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes));
    auto launch = [=](u64 n, cudaStream_t s) {
        kernel<<<C::chunks(n), 32 * C::warps, bytes, s>>>((const int *)keys, (const float *)values, n, parts);
        sums_of_bins<<<bins / 32, 1024, 0, s>>>(parts, C::chunks(n), (float *)out);
    };
    for (u64 n : {1000ull, (1ull << 20) + 7}) {
        std::vector<int> k(n);
        std::vector<float> v(n), got(bins);
        CHECK(cudaMemcpy(k.data(), keys, n * 4, cudaMemcpyDeviceToHost));
        CHECK(cudaMemcpy(v.data(), values, n * 4, cudaMemcpyDeviceToHost));
        auto want = by_host<C>(k, v);
        launch(n, 0);
        CHECK(cudaMemcpy(got.data(), out, bins * 4, cudaMemcpyDeviceToHost));
        if (std::memcmp(want.data(), got.data(), bins * 4)) {
            std::printf("%s, %llu values: sums differ from the host's\n", what, n);
            std::exit(1);
        }
    }
    row(what, 8, launch);
}

// A stable sort by so many bits, and what is left to do after it.
static void sorted(int bits)
{
    auto sort = [=](u64 n, cudaStream_t s) {
        size_t size = temporary_bytes;
        CHECK(cub::DeviceRadixSort::SortPairs(temporary, size, (const int *)keys, (int *)keys_sorted, (const float *)values, (float *)values_sorted, (long long)n, 0, bits, s));
    };
    row("stable sort by `cub::DeviceRadixSort`", 8, sort);
    row("that sort, then `cub::DeviceReduce::ReduceByKey`", 8, [&](u64 n, cudaStream_t s) {
        sort(n, s);
        size_t size = temporary_bytes;
        CHECK(cub::DeviceReduce::ReduceByKey(temporary, size, (const int *)keys_sorted, (int *)out, (const float *)values_sorted, (float *)out + many_bins,
                                             (int *)out + 2 * many_bins, ::cuda::std::plus<>{}, (long long)n, s));
    });
}

static void sums(Draw how)
{
    draw<<<1320, 256>>>((int *)keys, most, how);
    fill<<<1320, 256>>>((float *)values, most);
    head("sums of float32 by 256 int32 keys", how);
    fixed<ByLane>("one order, a table a lane", sums_by_lane, ByLane::warps * 32 * bins * 4);
    fixed<ByMatch>("one order, a table a warp, equal keys of a warp first", sums_by_match, 0);
    row("no order: atomics on a table a block", 8, [](u64 n, cudaStream_t s) {
        CHECK(cudaMemsetAsync(out, 0, bins * 4, s));
        atomic_sums<<<(unsigned)std::min<u64>(1056, (n + 1023) / 1024), 256, 0, s>>>((const int *)keys, (const float *)values, n, (float *)out);
    });
    sorted(8);
}

// Sums of more keys than fit in shared memory.
static void scattered(Draw how)
{
    draw<<<1320, 256>>>((int *)keys, most, how, many_bins);
    fill<<<1320, 256>>>((float *)values, most);
    head("sums of float32 by 2^20 int32 keys", how);
    row("no order: atomics on the array of sums", 8, [](u64 n, cudaStream_t s) {
        CHECK(cudaMemsetAsync(out, 0, many_bins * 4, s));
        scattered_sums<<<(unsigned)std::min<u64>(1056, (n + 1023) / 1024), 256, 0, s>>>((const int *)keys, (const float *)values, n, (float *)out);
    });
    sorted(20);
}

int main()
{
    for (void **p : {&keys, &keys_sorted, &values, &values_sorted})
        CHECK(cudaMalloc(p, most * 4));
    CHECK(cudaMalloc(&out, (2 * many_bins + 1) * 4));
    CHECK(cudaMalloc(&parts, (size_t)ByMatch::most * bins * 4));
    CHECK(cudaMalloc(&temporary, temporary_bytes));
    for (Draw how : {Draw::uniform, Draw::skewed, Draw::one}) {
        histograms<unsigned char>("counts of uint8", how);
        histograms<int>("counts of int32", how);
        sums(how);
    }
    scattered(Draw::uniform);
    scattered(Draw::skewed);
}
