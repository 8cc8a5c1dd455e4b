// Sums an array in one launch, by the launcher that grid_sum.cu brings. Fails if the sum is wrong or its
// bits depend on the launch.

#include <cstdio>
#include <cstdlib>
#include <vector>

#include "grid_sum.cu"

static void expect(grid_sum_status status)
{
    if (status.code != cudaSuccess) {
        fprintf(stderr, "launch: %s: error %d, %s; %s\n", status.call, status.code, cudaGetErrorString(status.code), status.remedy);
        exit(1);
    }
}

static void expect(cudaError_t code, const char *call) { expect(grid_sum_ended(code, call)); }

int main()
{
    // Numbers whose sum rounds. Their exact sum is close to n / 3.
    const size_t n = 10000019;
    std::vector<float> x(n);
    for (size_t i = 0; i < n; i++)
        x[i] = (float)(i % 1000) / 1498.5f;

    float *in, *out;
    expect(cudaMalloc(&in, n * sizeof *in), "cudaMalloc");
    expect(cudaMalloc(&out, sizeof *out), "cudaMalloc");
    expect(cudaMemcpy(in, x.data(), n * sizeof *in, cudaMemcpyHostToDevice), "cudaMemcpy");

    // One launcher a device, or one for each stream whose launches may run at the same time.
    grid_sum_launcher launcher;
    expect(grid_sum_open(&launcher));

    float first = 0.0f, sum;
    for (unsigned blocks : {launcher.blocks, launcher.blocks, 1u, 7u, 200u}) {
        launcher.blocks = blocks; // any number gives the same bits
        expect(grid_sum_launch(&launcher, in, n, out));
        expect(cudaMemcpy(&sum, out, sizeof sum, cudaMemcpyDeviceToHost), "cudaMemcpy");
        if (first == 0.0f)
            first = sum;
        if (sum != first || sum < 0.3333f * n || sum > 0.3334f * n) {
            fprintf(stderr, "launch: %u blocks: %.9g, the first launch %.9g\n", blocks, sum, first);
            return 1;
        }
    }
    printf("%.9g\n", sum);

    // A launch that cannot be made says so.
    grid_sum_status refused = grid_sum_launch(&launcher, in, 2ull << 40, out);
    if (refused.code == cudaSuccess) {
        fprintf(stderr, "launch: 2^41 elements are launched\n");
        return 1;
    }
    expect(grid_sum_close(&launcher));
    return 0;
}
