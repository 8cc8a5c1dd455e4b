// Emitted scans of arrays beside cub::DeviceScan, which promises no order of floats. First, launches of several lengths on one
// workspace beside a kernel that takes processors away have to give the bits of a launch alone. With an argument, only that.
#include <cub/cub.cuh>
#include <vector>

#include "arrays.cuh"
#include "scans/all.cuh"

static void *in, *out, *other, *temporary;
static u64 *workspace;
static const size_t temporary_bytes = 1 << 26, workspace_bytes = 1 << 23;
static const u64 most = 1ull << 28;
static const int logs[] = {10, 12, 14, 16, 18, 20, 22, 24, 26, 28};

template <class T> using Kernel = void (*)(const T *, u64, T *, u64 *);

static const unsigned tile = 4096; // elements
template <class T> static void scan(Kernel<T> kernel, const T *from, u64 n, T *to, cudaStream_t s)
{
    kernel<<<(unsigned)((n + tile - 1) / tile), sizeof(T) <= 4 ? 128 : 256, 0, s>>>(from, n, to, workspace);
    CHECK(cudaGetLastError());
}

__global__ void busy(int4 *x, u64 n)
{
    for (u64 i = blockIdx.x * (u64)blockDim.x + threadIdx.x; i < n; i += (u64)gridDim.x * blockDim.x)
        x[i].x += 1;
}

__global__ void differing(const unsigned *a, const unsigned *b, u64 words, unsigned *count)
{
    for (u64 i = blockIdx.x * (u64)blockDim.x + threadIdx.x; i < words; i += (u64)gridDim.x * blockDim.x)
        if (a[i] != b[i])
            atomicAdd(count, 1);
}

template <class T> static int check(const char *what, Kernel<T> kernel, int launches)
{
    const u64 lengths[] = {(1 << 20) - 1, 3 * tile + 1, 40 * tile, tile, (1 << 22) + 12345, 2 * tile, 1100 * tile + 5};
    cudaStream_t scans, load;
    unsigned *count, differ;
    CHECK(cudaStreamCreateWithFlags(&scans, cudaStreamNonBlocking));
    CHECK(cudaStreamCreateWithFlags(&load, cudaStreamNonBlocking));
    CHECK(cudaMalloc(&count, 4));
    CHECK(cudaMemset(count, 0, 4));
    u64 at = 0;
    for (u64 n : lengths) { // alone; the longer ones follow each other in other
        scan(kernel, (const T *)in, n, (T *)other + at, scans);
        CHECK(cudaStreamSynchronize(scans));
        at += n;
    }
    for (int k = 0; k < launches; ++k) {
        if (k % 8 == 0)
            busy<<<1024, 512, 0, load>>>((int4 *)temporary, temporary_bytes / 16);
        u64 start = 0;
        for (int i = 0; i < k % 7; ++i)
            start += lengths[i];
        u64 n = lengths[k % 7];
        CHECK(cudaMemsetAsync(out, 0xa5, n * sizeof(T), scans));
        scan(kernel, (const T *)in, n, (T *)out, scans);
        differing<<<264, 256, 0, scans>>>((const unsigned *)out, (const unsigned *)((const T *)other + start), n * sizeof(T) / 4, count);
    }
    CHECK(cudaDeviceSynchronize());
    CHECK(cudaMemcpy(&differ, count, 4, cudaMemcpyDeviceToHost));
    if (differ) {
        std::printf("%s: %u words differ from those of a launch alone\n", what, differ);
        std::exit(1);
    }
    CHECK(cudaFree(count));
    CHECK(cudaStreamDestroy(scans));
    CHECK(cudaStreamDestroy(load));
    return launches;
}

template <class T, class Cub> static void row(const char *what, Kernel<T> kernel, Cub cub)
{
    std::printf("| %s |", what);
    for (int log : logs) {
        u64 n = 1ull << log;
        size_t bytes = n * sizeof(T) * 2;
        float ours = in_graph([=](cudaStream_t s) { scan(kernel, (const T *)in, n, (T *)out, s); }, bytes);
        float theirs = in_graph([=](cudaStream_t s) {
            size_t size = temporary_bytes;
            CHECK(cub(temporary, size, (const T *)in, (T *)other, (long long)n, s));
        }, bytes);
        std::printf(" %.2f / %.2f = %.2f |", theirs, ours, theirs / ours);
    }
    std::printf("\n");
    std::fflush(stdout);
}

template <class T> static void type(const char *what, Kernel<T> inclusive, Kernel<T> exclusive, bool timed, int launches)
{
    fill<<<1320, 256>>>((T *)in, most);
    int made = check(what, inclusive, launches) + check(what, exclusive, launches);
    std::fprintf(stderr, "%s: %d launches gave the bits of launches alone\n", what, made);
    if (!timed)
        return;
    row<T>(what, inclusive, [](void *t, size_t &size, const T *a, T *b, long long n, cudaStream_t s) { return cub::DeviceScan::InclusiveSum(t, size, a, b, n, s); });
    char name[64];
    std::snprintf(name, sizeof name, "%s, exclusive", what);
    row<T>(name, exclusive, [](void *t, size_t &size, const T *a, T *b, long long n, cudaStream_t s) { return cub::DeviceScan::ExclusiveSum(t, size, a, b, n, s); });
}

// Sums wrap, as do CUB's, which are of int32 inside.
template <class T> static void narrow(const char *what, Kernel<T> kernel)
{
    row<T>(what, kernel, [](void *t, size_t &size, const T *a, T *b, long long n, cudaStream_t s) { return cub::DeviceScan::InclusiveSum(t, size, a, b, n, s); });
}

struct Greater {
    template <class T> __device__ __host__ T operator()(T a, T b) const { return a < b ? b : a; }
};

int main(int count, char **)
{
    bool timed = count == 1;
    int launches = timed ? 700 : 14;
    for (void **p : {&in, &out, &other})
        CHECK(cudaMalloc(p, most * 8));
    CHECK(cudaMalloc(&temporary, temporary_bytes));
    CHECK(cudaMemset(temporary, 0, temporary_bytes));
    CHECK(cudaMalloc(&workspace, workspace_bytes));
    CHECK(cudaMemset(workspace, 0, workspace_bytes));
    if (timed) {
        std::printf("| CUB / ours = ratio |");
        for (int log : logs)
            std::printf(" 2^%d |", log);
        std::printf("\n| --- |");
        for (size_t k = 0; k < sizeof logs / sizeof *logs; ++k)
            std::printf(" --: |");
        std::printf("\n");
    }
    type<float>("float32", grid_inclusive_scan_sum_float32, grid_exclusive_scan_sum_float32, timed, launches);
    type<double>("float64", grid_inclusive_scan_sum_float64, grid_exclusive_scan_sum_float64, timed, launches);
    type<int>("int32", grid_inclusive_scan_sum_int32, grid_exclusive_scan_sum_int32, timed, launches);
    type<long long>("int64", grid_inclusive_scan_sum_int64, grid_exclusive_scan_sum_int64, timed, launches);
    if (timed) {
        fill<<<1320, 256>>>((float *)in, most);
        row<float>("float32, maximum", grid_inclusive_scan_max_float32, [](void *t, size_t &size, const float *a, float *b, long long n, cudaStream_t s) { return cub::DeviceScan::InclusiveScan(t, size, a, b, Greater(), n, s); });
        fill<<<1320, 256>>>((double *)in, most);
        row<double>("float64, maximum", grid_inclusive_scan_max_float64, [](void *t, size_t &size, const double *a, double *b, long long n, cudaStream_t s) { return cub::DeviceScan::InclusiveScan(t, size, a, b, Greater(), n, s); });
        narrow<short>("int16", grid_inclusive_scan_sum_int16);
        narrow<signed char>("int8", grid_inclusive_scan_sum_int8);
    }
}
