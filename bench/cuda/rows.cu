// Emitted reductions of rows: checked bit for bit against the order of docs/order.md on the host,
// then timed against cub::DeviceSegmentedReduce. Prints ROWS.md. The matrices are read in turn, so
// that no launch finds its matrix in the cache. ranged times kernels of which the number of columns is a parameter
// beside those of that one number.
//
//   rows.out [check | bench | ranged]
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <cuda_bf16.h>
#include <functional>
#include <limits>
#include <string>
#include <vector>
#ifndef NO_CUB
#include <cub/cub.cuh>
#endif

#include "rows.inc"

#define CHECK(call)                                                                                    \
    do {                                                                                               \
        cudaError_t e_ = (call);                                                                       \
        if (e_ != cudaSuccess) {                                                                       \
            std::fprintf(stderr, "%s:%d: %s: %s\n", __FILE__, __LINE__, #call, cudaGetErrorString(e_)); \
            std::exit(1);                                                                              \
        }                                                                                              \
    } while (0)

enum Op { SUM, MAX, ARGMAX };

// row is one emitted kernel: how it is launched.
struct Row {
    const char *name;
    Op op;
    int size, cols, threads, per, cluster;
    bool ranged; // cols is a parameter
    void (*launch)(const Row &, const void *in, long long pitch, float *out, int *idx, long long rows, cudaStream_t);
};

template <class... P, class... A> void start(const Row &r, void (*kernel)(P...), cudaStream_t stream, long long rows, A... args)
{
    kernel<<<(unsigned)((rows + r.per - 1) / r.per * r.cluster), r.threads, 0, stream>>>(P(args)...);
    CHECK(cudaGetLastError());
}

template <class In> void go(const Row &r, void (*k)(const In *, long long, float *, long long), const void *in, long long pitch, float *out, int *, long long rows, cudaStream_t s)
{
    start(r, k, s, rows, (const In *)in, pitch, out, rows);
}
template <class In> void go(const Row &r, void (*k)(const In *, long long, float *, int *, long long), const void *in, long long pitch, float *out, int *idx, long long rows, cudaStream_t s)
{
    start(r, k, s, rows, (const In *)in, pitch, out, idx, rows);
}

template <class In> void go(const Row &r, void (*k)(const In *, long long, unsigned, float *, long long), const void *in, long long pitch, float *out, int *, long long rows, cudaStream_t s)
{
    start(r, k, s, rows, (const In *)in, pitch, (unsigned)r.cols, out, rows);
}
template <class In> void go(const Row &r, void (*k)(const In *, long long, unsigned, float *, int *, long long), const void *in, long long pitch, float *out, int *idx, long long rows, cudaStream_t s)
{
    start(r, k, s, rows, (const In *)in, pitch, (unsigned)r.cols, out, idx, rows);
}

#define ROW(NAME, OP, IN, COLS, THREADS, PER, CLUSTER) ANY(NAME, OP, IN, COLS, THREADS, PER, CLUSTER, false)
#define RANGED(NAME, OP, IN, COLS, THREADS, PER, CLUSTER) ANY(NAME, OP, IN, COLS, THREADS, PER, CLUSTER, true)
#define ANY(NAME, OP, IN, COLS, THREADS, PER, CLUSTER, OFRANGE)                                                                                 \
    {#NAME, OP, sizeof(IN), COLS, THREADS, PER, CLUSTER, OFRANGE,                                                                               \
     [](const Row &r, const void *in, long long pitch, float *out, int *idx, long long rows, cudaStream_t s) { go(r, NAME, in, pitch, out, idx, rows, s); }},
static const std::vector<Row> kernels = {
#include "list.inc"
};

static unsigned long long state;
static unsigned long long random64()
{
    unsigned long long z = state += 0x9e3779b97f4a7c15ull;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9ull;
    z = (z ^ z >> 27) * 0x94d049bb133111ebull;
    return z ^ z >> 31;
}

static float combine(Op op, float a, float b)
{
    if (op == SUM)
        return a + b;
    if (std::isnan(a) || std::isnan(b))
        return std::isnan(a) ? b : a;
    if (a == b)
        return std::signbit(a) ? b : a;
    return a > b ? a : b;
}

// expected is docs/order.md.
static float expected(Op op, const std::vector<float> &x, int size, int &column)
{
    column = -1;
    if (op == ARGMAX) {
        column = 0;
        for (int i = 1; i < (int)x.size(); ++i) {
            bool better = !std::isnan(x[i]) && (std::isnan(x[column]) || x[i] > x[column] || (x[i] == 0 && x[column] == 0 && std::signbit(x[column]) && !std::signbit(x[i])));
            if (better)
                column = i;
        }
        return x[column];
    }
    size_t v = 16 / size, t = 32;
    while (t * v * 8 < x.size() && t < 8192)
        t *= 2;
    size_t p = std::min(t * v, x.size());
    std::vector<float> a(x.begin(), x.begin() + p);
    for (size_t c = p; c < x.size(); ++c)
        a[c % p] = combine(op, a[c % p], x[c]);
    for (size_t d = 1; d < p; d *= 2)
        for (size_t i = 0; i + d < p; i += 2 * d)
            a[i] = combine(op, a[i], a[i + d]);
    return a[0];
}

static unsigned bits(float f)
{
    unsigned u;
    std::memcpy(&u, &f, 4);
    return u;
}

static float widened(unsigned short h)
{
    unsigned u = (unsigned)h << 16;
    float f;
    std::memcpy(&f, &u, 4);
    return f;
}

// special makes some elements NaN, infinite, zero of either sign, or equal to others.
static float random_element(int kind)
{
    unsigned long long z = random64();
    float f = std::ldexp((float)((long long)(z >> 40) - (1 << 23)), (int)(z & 7) - 23);
    if (kind == 1 && z % 7 == 0)
        return z % 3 == 0 ? NAN : z % 3 == 1 ? -0.0f : 0.0f;
    if (kind == 2)
        return (float)((long long)(z % 5) - 2);
    if (kind == 3)
        return NAN;
    return f;
}

static long long checked, wrong;

static void check(const Row &r)
{
    const long long most = r.cols > 20000 ? 2 : 7;
    for (long long rows : {1ll, most})
        for (int kind : {0, 1, 2, 3})
            for (int off : (kind == 0 ? std::vector<int>{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15} : std::vector<int>{0, 3})) {
                long long pitch = r.cols + (off % 3 ? off * 2 - 1 : 0);
                size_t n = off + pitch * rows + 64;
                std::vector<float> wide(n);
                std::vector<unsigned short> narrow(n);
                for (size_t i = 0; i < n; ++i) {
                    wide[i] = random_element(kind);
                    if (r.size == 2) {
                        narrow[i] = (unsigned short)(bits(wide[i]) >> 16);
                        wide[i] = widened(narrow[i]);
                    }
                }
                char *in;
                float *out;
                int *idx;
                CHECK(cudaMalloc(&in, n * r.size));
                CHECK(cudaMalloc(&out, (rows + 2) * 4));
                CHECK(cudaMalloc(&idx, (rows + 2) * 4));
                CHECK(cudaMemset(out, 0x5a, (rows + 2) * 4));
                CHECK(cudaMemset(idx, 0x5a, (rows + 2) * 4));
                CHECK(cudaMemcpy(in, r.size == 2 ? (void *)narrow.data() : (void *)wide.data(), n * r.size, cudaMemcpyHostToDevice));
                r.launch(r, in + (size_t)off * r.size, pitch, out + 1, idx + 1, rows, 0);
                CHECK(cudaGetLastError());
                CHECK(cudaDeviceSynchronize());
                std::vector<float> got(rows + 2);
                std::vector<int> at(rows + 2);
                CHECK(cudaMemcpy(got.data(), out, (rows + 2) * 4, cudaMemcpyDeviceToHost));
                CHECK(cudaMemcpy(at.data(), idx, (rows + 2) * 4, cudaMemcpyDeviceToHost));
                for (long long i = -1; i <= rows; ++i) {
                    unsigned want = 0x5a5a5a5au;
                    int column = 0x5a5a5a5a;
                    float f = 0;
                    if (i >= 0 && i < rows) {
                        std::vector<float> x(wide.begin() + off + i * pitch, wide.begin() + off + i * pitch + r.cols);
                        f = expected(r.op, x, r.size, column);
                        want = bits(f);
                        if (r.op != ARGMAX)
                            column = 0x5a5a5a5a;
                    }
                    ++checked;
                    bool same = bits(got[i + 1]) == want || (std::isnan(f) && std::isnan(got[i + 1]));
                    if ((!same || at[i + 1] != column) && wrong++ < 40)
                        std::printf("%s rows %lld kind %d offset %d row %lld: got %08x %d, want %08x %d\n", r.name, rows, kind, off, i, bits(got[i + 1]), at[i + 1], want, column);
                }
                CHECK(cudaFree(in));
                CHECK(cudaFree(out));
                CHECK(cudaFree(idx));
            }
}

static char *pool;
static const size_t poolSize = (size_t)1536 << 20, span = (size_t)512 << 20;

// rate is the rate of a launch in GB/s of the matrix, the median of some graphs of launches.
static double rate(size_t bytes, const std::function<void(const void *, cudaStream_t)> &launch)
{
    cudaStream_t s;
    CHECK(cudaStreamCreate(&s));
    size_t step = (bytes + 255) / 256 * 256, copies = std::max<size_t>(1, span / step);
    int launches = (int)std::max<size_t>(8, std::min<size_t>(copies, 24));
    cudaGraph_t g;
    cudaGraphExec_t e;
    CHECK(cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal));
    for (int i = 0; i < launches; ++i)
        launch(pool + step * (i % copies), s);
    CHECK(cudaStreamEndCapture(s, &g));
    CHECK(cudaGraphInstantiate(&e, g, 0));
    cudaEvent_t a, b;
    CHECK(cudaEventCreate(&a));
    CHECK(cudaEventCreate(&b));
    std::vector<double> times;
    for (int i = 0; i < 12; ++i) {
        CHECK(cudaEventRecord(a, s));
        CHECK(cudaGraphLaunch(e, s));
        CHECK(cudaEventRecord(b, s));
        CHECK(cudaEventSynchronize(b));
        float ms;
        CHECK(cudaEventElapsedTime(&ms, a, b));
        if (i > 2)
            times.push_back(ms / launches);
    }
    CHECK(cudaGraphExecDestroy(e));
    CHECK(cudaGraphDestroy(g));
    CHECK(cudaEventDestroy(a));
    CHECK(cudaEventDestroy(b));
    CHECK(cudaStreamDestroy(s));
    std::sort(times.begin(), times.end());
    return (double)bytes / (times[times.size() / 2] * 1e-3) / 1e9;
}

#ifndef NO_CUB
template <class T> double cubRate(Op op, long long rows, int cols, float *out)
{
    auto call = [&](void *temp, size_t &bytes, const T *in, cudaStream_t s) {
        switch (op) {
        case SUM: return cub::DeviceSegmentedReduce::Sum(temp, bytes, in, (T *)out, (cuda::std::int64_t)rows, cols, s);
        case MAX: return cub::DeviceSegmentedReduce::Max(temp, bytes, in, (T *)out, (cuda::std::int64_t)rows, cols, s);
        default: return cub::DeviceSegmentedReduce::ArgMax(temp, bytes, in, (cuda::std::pair<int, T> *)out, (cuda::std::int64_t)rows, cols, s);
        }
    };
    size_t bytes = 0;
    CHECK(call(nullptr, bytes, (const T *)pool, 0));
    void *temp;
    CHECK(cudaMalloc(&temp, bytes + 256));
    bytes += 256;
    double r = rate((size_t)rows * cols * sizeof(T), [&](const void *in, cudaStream_t s) { CHECK(call(temp, bytes, (const T *)in, s)); });
    CHECK(cudaFree(temp));
    return r;
}
#endif

static void fill()
{
    CHECK(cudaMalloc(&pool, poolSize));
    std::vector<float> host(1 << 22);
    state = 7;
    for (float &f : host)
        f = random_element(0);
    for (size_t at = 0; at < poolSize; at += host.size() * 4)
        CHECK(cudaMemcpy(pool + at, host.data(), host.size() * 4, cudaMemcpyHostToDevice));
}

static const char *const ops[] = {"sum", "max", "argmax"};

static double ofCUB(const Row &r, long long rows, float *out)
{
#ifdef NO_CUB
    return 0;
#else
    return r.size == 2 ? cubRate<__nv_bfloat16>(r.op, rows, r.cols, out) : cubRate<float>(r.op, rows, r.cols, out);
#endif
}

static void bench()
{
    fill();
    float *out;
    int *idx;
    CHECK(cudaMalloc(&out, 1 << 20));
    CHECK(cudaMalloc(&idx, 1 << 20));
    std::printf("| rows | op, in memory | GB/s | CUB | ratio |\n| --- | --- | --: | --: | --: |\n");
    std::vector<double> ratios;
    for (const Row &r : kernels) {
        if (r.ranged || r.cols != 32 && r.cols != 100 && r.cols != 768 && r.cols != 1000 && r.cols != 4096 && r.cols != 12288 && r.cols != 65536 && r.cols != 1000000)
            continue;
        long long rows = r.cols == 1000000 ? 16 : 4096;
        double ours = rate((size_t)rows * r.cols * r.size, [&](const void *in, cudaStream_t s) { r.launch(r, in, r.cols, out, idx, rows, s); });
        double cub = ofCUB(r, rows, out);
        if (cub > 0)
            ratios.push_back(ours / cub);
        std::printf("| %lld × %d | %s, %s | %.0f | %.0f | %.2f |\n", rows, r.cols, ops[r.op], r.size == 2 ? "bfloat16" : "float32", ours, cub, cub > 0 ? ours / cub : 0);
        std::fflush(stdout);
    }
    std::sort(ratios.begin(), ratios.end());
    if (!ratios.empty())
        std::printf("\nRatio: least %.2f, median %.2f.\n", ratios[0], ratios[ratios.size() / 2]);
}

static void ranged()
{
    fill();
    float *out;
    int *idx;
    CHECK(cudaMalloc(&out, 1 << 20));
    CHECK(cudaMalloc(&idx, 1 << 20));
    std::printf("| kernel | columns | one number | parameter | ratio | CUB | ratio |\n| --- | --: | --: | --: | --: | --: | --: |\n");
    for (const Row &r : kernels)
        for (const Row &fixed : kernels) {
            if (!r.ranged || fixed.ranged || fixed.op != r.op || fixed.size != r.size || fixed.cols != r.cols || r.cols < 32)
                continue;
            auto of = [&](const Row &k) {
                return rate((size_t)4096 * k.cols * k.size, [&](const void *in, cudaStream_t s) { k.launch(k, in, k.cols, out, idx, 4096, s); });
            };
            double one = of(fixed), any = of(r), cub = ofCUB(r, 4096, out);
            std::printf("| %s | %d | %.0f | %.0f | %.2f | %.0f | %.2f |\n", r.name, r.cols, one, any, any / one, cub, cub > 0 ? any / cub : 0);
            std::fflush(stdout);
        }
}

int main(int argc, char **argv)
{
    std::string what = argc > 1 ? argv[1] : "bench";
    if (what == "check") {
        state = 1;
        for (const Row &r : kernels)
            check(r);
        std::printf("%zu kernels, %lld values checked, %lld wrong; seed 1\n", kernels.size(), checked, wrong);
        return wrong != 0;
    }
    what == "ranged" ? ranged() : bench();
}
