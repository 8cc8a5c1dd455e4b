// Emitted reductions of what a map makes of arrays: the dot product and the squared norm of float32, timed against
// cub::DeviceReduce::TransformReduce and cublasSdot, none of which promises an order. Prints the tables of GRIDS.md. cuBLAS
// is opened when the program starts, so that it is built without; CUBLAS names the library.
#include <cmath>
#include <dlfcn.h>

#include <cub/cub.cuh>
#include <thrust/iterator/zip_iterator.h>
#include <thrust/zip_function.h>

#include "arrays.cuh"
#include "grid_reduce_sum_product_float32.cu"
#include "grid_reduce_sum_square_float32.cu"

// cuBLAS, as far as it is called: cublas_api.h.
struct Blas {
    void *handle = nullptr;
    int (*dot)(void *, int, const float *, int, const float *, int, float *) = nullptr;
    int (*on)(void *, cudaStream_t) = nullptr;
    int (*workspace)(void *, void *, size_t) = nullptr;

    explicit Blas(void *held, size_t bytes) : held(held), bytes(bytes)
    {
        const char *name = std::getenv("CUBLAS");
        void *library = dlopen(name ? name : "libcublas.so.13", RTLD_NOW);
        if (!library) {
            std::fprintf(stderr, "without cuBLAS: %s\n", dlerror());
            return;
        }
        auto create = (int (*)(void **))dlsym(library, "cublasCreate_v2");
        auto mode = (int (*)(void *, int))dlsym(library, "cublasSetPointerMode_v2");
        dot = (decltype(dot))dlsym(library, "cublasSdot_v2");
        on = (decltype(on))dlsym(library, "cublasSetStream_v2");
        workspace = (decltype(workspace))dlsym(library, "cublasSetWorkspace_v2");
        if (!create || !mode || !dot || !on || !workspace || create(&handle) || mode(handle, 1)) { // 1: the result is on the device
            std::fprintf(stderr, "cuBLAS cannot be used\n");
            std::exit(1);
        }
    }

    void run(cudaStream_t stream, const float *a, const float *b, u64 n, float *result) const
    {
        if (on(handle, stream) || workspace(handle, held, bytes) || dot(handle, (int)n, a, 1, b, 1, result)) {
            std::fprintf(stderr, "cublasSdot failed\n");
            std::exit(1);
        }
    }

private:
    void *held;
    size_t bytes;
};

// Elements from 1 to 2: results differ by rounding alone.
__global__ void near_one(float *x, u64 n, unsigned seed)
{
    for (u64 i = blockIdx.x * (u64)blockDim.x + threadIdx.x; i < n; i += (u64)gridDim.x * blockDim.x) {
        u64 z = (i + 1 + ((u64)seed << 40)) * 0x9e3779b97f4a7c15ull;
        z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9ull;
        x[i] = 1.0f + (float)(z >> 41) * 0x1p-23f;
    }
}

struct Square {
    __host__ __device__ float operator()(float x) const { return x * x; }
};

static float *a, *b, *out, *other;
static void *temporary;
static u64 *workspace;
static size_t temporary_bytes = 1 << 25;

// The relative difference of two results, which is printed if it is more than rounding explains.
static void agree(const char *peer, u64 n)
{
    float x, y;
    CHECK(cudaMemcpy(&x, out, sizeof x, cudaMemcpyDeviceToHost));
    CHECK(cudaMemcpy(&y, other, sizeof y, cudaMemcpyDeviceToHost));
    if (!(std::fabs(x - y) <= 1e-4 * std::fabs(x)))
        std::printf("DIFFERENT: %llu elements: %g, %s %g\n", n, x, peer, y);
    CHECK(cudaMemset(other, 0xff, sizeof y)); // a NaN: the next peer has to store
}

// A table: ours launches, cub is a functor of CUB's scratch memory, blas has the second array.
template <class Ours, class Cub>
void table(const char *what, int arrays, const Blas &blas, const float *second, Ours kernel, Cub cub_reduce)
{
    std::printf("| %s | ours, graph | CUB | cuBLAS | ratio | ours, launched | CUB | cuBLAS | ratio |\n"
                "| --- | --: | --: | --: | --: | --: | --: | --: | --: |\n", what);
    for (int log = 10; log <= 30; log += 2) {
        u64 n = 1ull << log;
        size_t bytes = n * sizeof(float) * arrays;
        auto ours = [&](cudaStream_t s) { kernel(n * sizeof(float) <= 65536 ? 1 : (unsigned)std::min<u64>(256, (n + 8191) / 8192), n, s); };
        auto of_cub = [&](cudaStream_t s) {
            size_t size = temporary_bytes;
            CHECK(cub_reduce(temporary, size, n, s));
        };
        auto of_blas = [&](cudaStream_t s) { blas.run(s, a, second, n, other); };
        float times[6] = {};
        times[0] = in_graph(ours, bytes), times[1] = in_graph(of_cub, bytes);
        times[3] = plain(ours, bytes), times[4] = plain(of_cub, bytes);
        agree("CUB", n);
        if (blas.handle) {
            times[2] = in_graph(of_blas, bytes), times[5] = plain(of_blas, bytes);
            agree("cuBLAS", n);
        }
        CHECK(cudaGetLastError());
        auto best = [](float x, float y) { return y > 0 ? std::min(x, y) : x; };
        std::printf("| 2^%d | %.2f | %.2f | %.2f | %.2f | %.2f | %.2f | %.2f | %.2f |\n", log, times[0], times[1], times[2],
                    best(times[1], times[2]) / times[0], times[3], times[4], times[5], best(times[4], times[5]) / times[3]);
        std::fflush(stdout);
    }
    std::printf("\n");
}

int main()
{
    const u64 most = 1ull << 30;
    CHECK(cudaMalloc(&a, most * sizeof(float)));
    CHECK(cudaMalloc(&b, most * sizeof(float)));
    CHECK(cudaMalloc(&out, sizeof(float)));
    CHECK(cudaMalloc(&other, sizeof(float)));
    CHECK(cudaMalloc(&temporary, temporary_bytes));
    CHECK(cudaMalloc(&workspace, 8192));
    CHECK(cudaMemset(workspace, 0, 8192));
    near_one<<<1320, 256>>>(a, most, 1);
    near_one<<<1320, 256>>>(b, most, 2);
    CHECK(cudaDeviceSynchronize());
    Blas blas(temporary, temporary_bytes);
    table("dot, float32", 2, blas, b,
          [](unsigned blocks, u64 n, cudaStream_t s) { grid_reduce_sum_product_float32<<<blocks, 256, 0, s>>>(a, b, n, out, workspace); },
          [](void *temporary, size_t &size, u64 n, cudaStream_t s) {
              return cub::DeviceReduce::TransformReduce(temporary, size, thrust::make_zip_iterator(a, b), other, (long long)n,
                                                        cuda::std::plus<float>{}, thrust::make_zip_function(cuda::std::multiplies<float>{}), 0.0f, s);
          });
    table("squared norm, float32", 1, blas, a,
          [](unsigned blocks, u64 n, cudaStream_t s) { grid_reduce_sum_square_float32<<<blocks, 256, 0, s>>>(a, n, out, workspace); },
          [](void *temporary, size_t &size, u64 n, cudaStream_t s) {
              return cub::DeviceReduce::TransformReduce(temporary, size, a, other, (long long)n, cuda::std::plus<float>{}, Square{}, 0.0f, s);
          });
    return 0;
}
