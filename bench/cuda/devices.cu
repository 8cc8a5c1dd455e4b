// The sum of float32 spread over all GPUs of a host: emitted kernels and ncclAllGather beside
// cub::DeviceReduce and ncclAllReduce. Prints the table of DEVICES.md. Fails if the GPUs' bits are not
// those of one GPU that has the whole array.
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <vector>

#include <cub/cub.cuh>
#include <nccl.h>

#include "grid_reduce_sum_float32.cu"

#define CHECK(call)                                                                                    \
    do {                                                                                               \
        cudaError_t e_ = (call);                                                                       \
        if (e_ != cudaSuccess) {                                                                       \
            std::fprintf(stderr, "%s:%d: %s: %s\n", __FILE__, __LINE__, #call, cudaGetErrorString(e_)); \
            std::exit(1);                                                                              \
        }                                                                                              \
    } while (0)

#define NCCL(call)                                                                                     \
    do {                                                                                               \
        ncclResult_t e_ = (call);                                                                      \
        if (e_ != ncclSuccess) {                                                                       \
            std::fprintf(stderr, "%s:%d: %s: %s\n", __FILE__, __LINE__, #call, ncclGetErrorString(e_)); \
            std::exit(1);                                                                              \
        }                                                                                              \
    } while (0)

typedef unsigned long long u64;

// Elements of about one size, made of the number of the element in the whole array.
static __global__ void fill(float *x, u64 first, u64 n)
{
    for (u64 i = blockIdx.x * (u64)blockDim.x + threadIdx.x; i < n; i += (u64)gridDim.x * blockDim.x) {
        u64 z = (first + i + 1) * 0x9e3779b97f4a7c15ull;
        z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9ull;
        x[i] = (float)((int)(z >> 40) - (1 << 23));
    }
}

struct Device {
    cudaStream_t stream;
    ncclComm_t comm;
    float *in, *results, *sum, *part;
    void *temporary;
};

static std::vector<Device> devices;
static size_t temporary_bytes = 1 << 24;

// The sum of n elements, by what is emitted.
static void ours(u64 n, unsigned each, unsigned chunks)
{
    for (size_t d = 0; d < devices.size(); d++) {
        CHECK(cudaSetDevice((int)d));
        unsigned from = (unsigned)d * each, to = std::min(from + each, chunks);
        if (from < to)
            grid_reduce_sum_float32_chunks<<<to - from, 256, 0, devices[d].stream>>>(devices[d].in, n, from, to, devices[d].results);
        CHECK(cudaGetLastError());
    }
    NCCL(ncclGroupStart());
    for (size_t d = 0; d < devices.size(); d++)
        NCCL(ncclAllGather(devices[d].results + d * each, devices[d].results, each, ncclFloat32, devices[d].comm, devices[d].stream));
    NCCL(ncclGroupEnd());
    for (size_t d = 0; d < devices.size(); d++) {
        CHECK(cudaSetDevice((int)d));
        grid_reduce_sum_float32_combine<<<1, 256, 0, devices[d].stream>>>(devices[d].results, n, devices[d].sum);
        CHECK(cudaGetLastError());
    }
}

// The same by CUB and NCCL.
static void peer(u64 each)
{
    for (size_t d = 0; d < devices.size(); d++) {
        CHECK(cudaSetDevice((int)d));
        CHECK(cub::DeviceReduce::Sum(devices[d].temporary, temporary_bytes, devices[d].in, devices[d].part, (long long)each, devices[d].stream));
    }
    NCCL(ncclGroupStart());
    for (Device &d : devices)
        NCCL(ncclAllReduce(d.part, d.part, 1, ncclFloat32, ncclSum, d.comm, d.stream));
    NCCL(ncclGroupEnd());
}

static void wait()
{
    for (size_t d = 0; d < devices.size(); d++) {
        CHECK(cudaSetDevice((int)d));
        CHECK(cudaStreamSynchronize(devices[d].stream));
    }
}

// Microseconds of a sum, on the host's clock, of some in a row.
template <class F> static double timed(F run)
{
    const int times = 10;
    wait();
    auto start = std::chrono::steady_clock::now();
    for (int i = 0; i < times; i++)
        run();
    wait();
    return std::chrono::duration<double, std::micro>(std::chrono::steady_clock::now() - start).count() / times;
}

static unsigned bits(const float *x)
{
    unsigned u;
    CHECK(cudaMemcpy(&u, x, sizeof u, cudaMemcpyDeviceToHost));
    return u;
}

// Whether every GPU's bits are those of one launch for the whole array on the first GPU.
static bool same(u64 n)
{
    float *whole, *out;
    grid_reduce_sum_float32_launcher launcher;
    CHECK(cudaSetDevice(0));
    CHECK(cudaMalloc(&whole, n * sizeof(float)));
    CHECK(cudaMalloc(&out, sizeof(float)));
    fill<<<1024, 256>>>(whole, 0, n);
    CHECK(cudaGetLastError());
    CHECK(grid_reduce_sum_float32_open(&launcher).code);
    CHECK(grid_reduce_sum_float32_launch(&launcher, whole, n, out).code);
    const unsigned want = bits(out);
    CHECK(cudaFree(whole));
    CHECK(cudaFree(out));
    CHECK(grid_reduce_sum_float32_close(&launcher).code);
    for (size_t d = 0; d < devices.size(); d++) {
        CHECK(cudaSetDevice((int)d));
        if (bits(devices[d].sum) != want) {
            std::fprintf(stderr, "%llu elements: GPU %zu has %08x, one GPU gives %08x\n", n, d, bits(devices[d].sum), want);
            return false;
        }
    }
    return true;
}

int main()
{
    int count;
    CHECK(cudaGetDeviceCount(&count));
    devices.resize(count);
    std::vector<ncclComm_t> comms(count);
    NCCL(ncclCommInitAll(comms.data(), count, nullptr));
    const u64 most = 1ull << 30;
    for (int d = 0; d < count; d++) {
        Device &own = devices[d];
        CHECK(cudaSetDevice(d));
        CHECK(cudaStreamCreate(&own.stream));
        own.comm = comms[d];
        CHECK(cudaMalloc(&own.in, most * sizeof(float)));
        CHECK(cudaMalloc(&own.results, 256 * count * sizeof(float)));
        CHECK(cudaMalloc(&own.sum, sizeof(float)));
        CHECK(cudaMalloc(&own.part, sizeof(float)));
        CHECK(cudaMalloc(&own.temporary, temporary_bytes));
        CHECK(cudaMemset(own.sum, 0xa5, sizeof(float)));
    }
    int version, failed = 0;
    NCCL(ncclGetVersion(&version));
    std::printf("%d GPUs, NCCL %d\n\n| elements a GPU | ours | CUB and ncclAllReduce | ratio |\n| --- | --: | --: | --: |\n", count, version);
    for (int log = 20; log <= 30; log += 2) {
        const u64 each = 1ull << log, n = each * count;
        u64 size;
        const unsigned chunks = grid_reduce_sum_float32_cut(n, &size), own = (chunks + count - 1) / count;
        for (int d = 0; d < count; d++) {
            CHECK(cudaSetDevice(d));
            fill<<<1024, 256, 0, devices[d].stream>>>(devices[d].in, std::min(d * own * size, n), std::min(own * size, n - std::min(d * own * size, n)));
            CHECK(cudaGetLastError());
        }
        std::vector<double> mine, theirs;
        for (int i = -2; i < 11; i++) {
            double a = timed([&] { ours(n, own, chunks); }), b = timed([&] { peer(each); });
            if (i < 0)
                continue;
            mine.push_back(a);
            theirs.push_back(b);
        }
        std::sort(mine.begin(), mine.end());
        std::sort(theirs.begin(), theirs.end());
        std::printf("| 2^%d | %.1f | %.1f | %.2f |\n", log, mine[5], theirs[5], theirs[5] / mine[5]);
        failed |= !same(n);
    }
    for (ncclComm_t comm : comms)
        NCCL(ncclCommDestroy(comm));
    return failed;
}
