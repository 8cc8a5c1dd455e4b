// Sums an array that is spread over all GPUs of a host, with NCCL. Each GPU holds whole chunks of the array
// (docs/order.md) and computes their results; NCCL gives every GPU the results of all; each combines them.
// The bits are those that one GPU gives for the whole array, and those of the Go function. Fails if they are not.

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <vector>

#include <nccl.h>

#include "grid_sum.cu"

static void expect(grid_sum_status status)
{
    if (status.code != cudaSuccess) {
        fprintf(stderr, "devices: %s: error %d, %s; %s\n", status.call, status.code, cudaGetErrorString(status.code), status.remedy);
        exit(1);
    }
}

static void expect(cudaError_t code, const char *call) { expect(grid_sum_ended(code, call)); }

static void expect(ncclResult_t code, const char *call)
{
    if (code != ncclSuccess) {
        fprintf(stderr, "devices: %s: error %d, %s; set NCCL_DEBUG=WARN for more\n", call, code, ncclGetErrorString(code));
        exit(1);
    }
}

// What a GPU has.
struct Device {
    cudaStream_t stream;
    ncclComm_t comm;
    unsigned from, to;          // its chunks
    unsigned long long begin, held; // its elements: the first, and how many
    float *in, *results, *sum;
};

// Enqueues a sum on every GPU; *sum of each receives it. Each GPU has `each` chunks, the last ones perhaps fewer.
static void sum(std::vector<Device> &devices, unsigned long long n, unsigned each)
{
    for (size_t d = 0; d < devices.size(); d++) {
        Device &own = devices[d];
        expect(cudaSetDevice((int)d), "cudaSetDevice");
        if (own.from < own.to)
            grid_sum_chunks<<<own.to - own.from, 256, 0, own.stream>>>(own.in, n, own.from, own.to, own.results);
        expect(cudaGetLastError(), "grid_sum_chunks");
    }
    expect(ncclGroupStart(), "ncclGroupStart");
    for (size_t d = 0; d < devices.size(); d++) {
        Device &own = devices[d];
        expect(ncclAllGather(own.results + d * each, own.results, each, ncclFloat32, own.comm, own.stream), "ncclAllGather");
    }
    expect(ncclGroupEnd(), "ncclGroupEnd");
    for (size_t d = 0; d < devices.size(); d++) {
        expect(cudaSetDevice((int)d), "cudaSetDevice");
        grid_sum_combine<<<1, 256, 0, devices[d].stream>>>(devices[d].results, n, devices[d].sum);
        expect(cudaGetLastError(), "grid_sum_combine");
    }
}

int main()
{
    int count;
    expect(cudaGetDeviceCount(&count), "cudaGetDeviceCount");
    std::vector<Device> devices(count);
    std::vector<ncclComm_t> comms(count);
    expect(ncclCommInitAll(comms.data(), count, nullptr), "ncclCommInitAll");

    for (unsigned long long n : {0ull, 1ull, 1000ull, 16385ull, 100000ull, 10000019ull, (1ull << 26) + 3}) {
        std::vector<float> x(n);
        for (unsigned long long i = 0; i < n; i++)
            x[i] = (float)(i * 2654435761u % 1000003) / 1000003.0f - 0.3f;

        // Each GPU has its chunks, and room for the results of all.
        unsigned long long size;
        const unsigned chunks = grid_sum_cut(n, &size), each = (chunks + count - 1) / count;
        for (int d = 0; d < count; d++) {
            Device &own = devices[d];
            own.comm = comms[d];
            own.from = std::min(d * each, chunks);
            own.to = std::min(own.from + each, chunks);
            own.begin = std::min(own.from * size, n);
            own.held = std::min(own.to * size, n) - own.begin;
            expect(cudaSetDevice(d), "cudaSetDevice");
            expect(cudaStreamCreate(&own.stream), "cudaStreamCreate");
            expect(cudaMalloc(&own.in, own.held * sizeof(float) + 4), "cudaMalloc");
            expect(cudaMalloc(&own.results, each * count * sizeof(float)), "cudaMalloc");
            expect(cudaMalloc(&own.sum, sizeof(float)), "cudaMalloc");
            expect(cudaMemcpy(own.in, x.data() + own.begin, own.held * sizeof(float), cudaMemcpyHostToDevice), "cudaMemcpy");
        }
        sum(devices, n, each);

        // The whole array on the first GPU, in one launch.
        float *in, *out, one;
        grid_sum_launcher launcher;
        expect(cudaSetDevice(0), "cudaSetDevice");
        expect(cudaMalloc(&in, n * sizeof(float) + 4), "cudaMalloc");
        expect(cudaMalloc(&out, sizeof(float)), "cudaMalloc");
        expect(cudaMemcpy(in, x.data(), n * sizeof(float), cudaMemcpyHostToDevice), "cudaMemcpy");
        expect(grid_sum_open(&launcher));
        expect(grid_sum_launch(&launcher, in, n, out));
        expect(cudaMemcpy(&one, out, sizeof one, cudaMemcpyDeviceToHost), "cudaMemcpy");
        expect(grid_sum_close(&launcher));
        expect(cudaFree(in), "cudaFree");
        expect(cudaFree(out), "cudaFree");

        for (int d = 0; d < count; d++) {
            Device &own = devices[d];
            float all;
            expect(cudaSetDevice(d), "cudaSetDevice");
            expect(cudaStreamSynchronize(own.stream), "cudaStreamSynchronize");
            expect(cudaMemcpy(&all, own.sum, sizeof all, cudaMemcpyDeviceToHost), "cudaMemcpy");
            if (memcmp(&all, &one, sizeof all) != 0) {
                fprintf(stderr, "devices: %llu elements: GPU %d has %.9g, one GPU gives %.9g\n", n, d, all, one);
                return 1;
            }
            expect(cudaFree(own.in), "cudaFree");
            expect(cudaFree(own.results), "cudaFree");
            expect(cudaFree(own.sum), "cudaFree");
            expect(cudaStreamDestroy(own.stream), "cudaStreamDestroy");
        }
        printf("%llu elements on %d GPUs: %.9g\n", n, count, one);
    }
    for (ncclComm_t comm : comms)
        expect(ncclCommDestroy(comm), "ncclCommDestroy");
    return 0;
}
