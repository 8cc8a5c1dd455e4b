// A CUDA project that uses two generated functions: the sum of a partial array by
// blocks of 200 threads, and the largest of every 8 neighbours.
#include <cstdio>
#include <cstdlib>
#include <vector>

#include "block_sum.cu"
#include "row_max.cu"

#define CHECK(call)                                                                   \
    do {                                                                              \
        cudaError_t e = (call);                                                       \
        if (e != cudaSuccess) {                                                       \
            std::fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, cudaGetErrorString(e)); \
            std::exit(1);                                                             \
        }                                                                             \
    } while (0)

// Each block sums 200 elements; the last block has fewer, and its threads past
// the end are no members.
__global__ void __launch_bounds__(200) sums(const float *in, int n, float *out)
{
    int i = blockIdx.x * 200 + threadIdx.x;
    float sum = block_sum(i < n, i < n ? in[i] : 0.0f);
    if (threadIdx.x == 0)
        out[blockIdx.x] = sum;
}

// Each group of 8 lanes gets its largest element; only odd lanes are members.
__global__ void maxima(const int *in, int *out)
{
    out[threadIdx.x] = row_max(0xaaaaaaaau, in[threadIdx.x]);
}

int main()
{
    const int n = 12345, blocks = (n + 199) / 200;
    std::vector<float> x(n), got(blocks);
    std::vector<int> y(32), top(32);
    for (int i = 0; i < n; i++)
        x[i] = float(i % 64); // sums of whole numbers this small are exact in any order
    for (int i = 0; i < 32; i++)
        y[i] = i * 7 % 23 - 11;

    float *dx, *dout;
    int *dy, *dtop;
    CHECK(cudaMalloc(&dx, n * sizeof(float)));
    CHECK(cudaMalloc(&dout, blocks * sizeof(float)));
    CHECK(cudaMalloc(&dy, 32 * sizeof(int)));
    CHECK(cudaMalloc(&dtop, 32 * sizeof(int)));
    CHECK(cudaMemcpy(dx, x.data(), n * sizeof(float), cudaMemcpyHostToDevice));
    CHECK(cudaMemcpy(dy, y.data(), 32 * sizeof(int), cudaMemcpyHostToDevice));
    sums<<<blocks, 200>>>(dx, n, dout);
    CHECK(cudaGetLastError());
    maxima<<<1, 32>>>(dy, dtop);
    CHECK(cudaGetLastError());
    CHECK(cudaMemcpy(got.data(), dout, blocks * sizeof(float), cudaMemcpyDeviceToHost));
    CHECK(cudaMemcpy(top.data(), dtop, 32 * sizeof(int), cudaMemcpyDeviceToHost));

    int wrong = 0;
    for (int b = 0; b < blocks; b++) {
        float want = 0;
        for (int i = b * 200; i < n && i < (b + 1) * 200; i++)
            want += x[i];
        wrong += want != got[b];
    }
    for (int i = 0; i < 32; i++) {
        int want = -2147483647 - 1;
        for (int j = i / 8 * 8 + 1; j < i / 8 * 8 + 8; j += 2)
            want = y[j] > want ? y[j] : want;
        wrong += want != top[i];
    }
    std::printf("%d sums and 32 maxima, %d wrong\n", blocks, wrong);
    return wrong != 0;
}
