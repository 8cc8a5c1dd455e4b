// Prototypes of what the generator does not emit, beside what it does and CUB: they show whether it is worth building.
//
//   - the first 8 of 32 integers by redux.sync and shuffles both, if they go through pipes that work at once: J rounds of
//     redux.sync take 2 * J cycles of an SM; the network for the other ranks takes 9 shuffles for 2 of them and 12 for 4;
//   - a sort of 64-bit keys whose words are moved by products: 30 selects less in the pipe of the comparisons.
//
// Every way is compared with the others before it is timed.
#include "agree.cuh"
#include "ours.cuh"
#include "peers.cuh"
#include "peers_sort.cuh"

// exchanged puts x and the value of lane^d in order, the lesser one in the lane without that bit.
__device__ __forceinline__ int exchanged(int x, unsigned d, bool upper)
{
    int y = __shfl_xor_sync(0xffffffffu, x, d);
    return upper ? max(x, y) : min(x, y);
}

// merged sorts bitonic runs of so many lanes.
__device__ __forceinline__ int merged(int x, unsigned run, unsigned lane)
{
#pragma unroll
    for (unsigned d = run / 2; d > 0; d /= 2)
        x = exchanged(x, d, (lane & d) != 0u);
    return x;
}

// firstOf leaves the least values of the warp, so many, in order in its first lanes.
template <unsigned run> __device__ __forceinline__ int firstOf(int x, unsigned lane)
{
#pragma unroll
    for (unsigned size = 2; size <= run; size *= 2) {
        x = exchanged(x, size - 1, (lane & size / 2) != 0u);
        x = merged(x, size / 2, lane);
    }
#pragma unroll
    for (unsigned size = run; size < 32; size *= 2) {
        x = exchanged(x, size + run - 1, false);
        x = merged(x, run, lane);
    }
    return x;
}

// Ranks 0 to J - 1 by rounds, the others by a network that keeps R.
template <int J, int R> struct FirstEightByBoth : Picked<1, 8> {
    using T = Many<int, 8>;
    static constexpr const char *name = J == 7 ? "7 rounds, 5 shuffles" : J == 6 ? "6 rounds, 11 shuffles" : J == 5 ? "5 rounds, 15 shuffles" : "4 rounds, 16 shuffles";
    static __device__ __forceinline__ T call(unsigned, T v, Nothing &)
    {
        unsigned lane = lane_id();
        int x = v.v[0];
#pragma unroll
        for (int r = 0; r < J; ++r) {
            v.v[r] = __reduce_min_sync(0xffffffffu, x);
            unsigned best = __ballot_sync(0xffffffffu, x == v.v[r]);
            if ((best & -best) == 1u << lane) // it sorts last from now on
                x = 0x7fffffff;
        }
        x = firstOf<R>(x, lane);
#pragma unroll
        for (int r = J; r < 8; ++r)
            v.v[r] = R == 1 ? x : __shfl_sync(0xffffffffu, x, r - J);
        return v;
    }
};

__device__ __forceinline__ long long keyOf(long long x) { return x; }
__device__ __forceinline__ long long keyOf(double x) { return sort_float64_w32_n1_full_key(x); }
__device__ __forceinline__ void unkey(long long k, long long &x) { x = k; }
__device__ __forceinline__ void unkey(long long k, double &x) { x = sort_float64_w32_n1_full_unkey(k); }

template <class T_> struct SortByProducts : Sorted<1> {
    using T = Many<T_, 1>;
    static constexpr const char *name = "words by products";
    static __device__ __forceinline__ long long step(long long x, unsigned d, bool upper, unsigned one)
    {
        long long y = __shfl_xor_sync(0xffffffffu, x, d);
        return sort_int64_w32_value_uint32_full_select64((y < x) != upper, y, x, one);
    }
    static __device__ __forceinline__ T call(unsigned, T v, Nothing &)
    {
        unsigned lane = lane_id(), one = (lane >> 5u) + 1u;
        long long x = keyOf(v.v[0]);
#pragma unroll
        for (unsigned size = 2; size <= 32; size *= 2) {
            x = step(x, size - 1, (lane & size / 2) != 0u, one);
#pragma unroll
            for (unsigned d = size / 4; d > 0; d /= 2)
                x = step(x, d, (lane & d) != 0u, one);
        }
        unkey(x, v.v[0]);
        return v;
    }
};

// row times a way beside CUB's.
template <class Way, class Cub> static void row(const char *work)
{
    agree<Way, Cub>(work, 0xffffffffu);
    Figures f = measure<Way>(0xffffffffu, 15), of = measure<Cub>(0xffffffffu, 15);
    std::printf("| %s | %s | %.0f | %.1f | %.2f | %.2f | %d |\n", work, Way::name, f.latency, f.throughput * 1e-9,
                of.latency / f.latency, f.throughput / of.throughput, f.local);
    std::fflush(stdout);
}

int main()
{
    std::puts("| work | way | cycles | 10^9 calls a second | latency to CUB's | throughput to CUB's | bytes of local memory |\n"
              "| --- | --- | --: | --: | --: | --: | --: |");
    using CubEight = CubBitonicPick<1, 8>;
    row<CubEight, CubEight>("first 8 of 32 int32");
    row<PickOf<1, 8>::Way, CubEight>("first 8 of 32 int32");
    row<FirstEightByMemory, CubEight>("first 8 of 32 int32");
    row<FirstEightByBoth<7, 1>, CubEight>("first 8 of 32 int32");
    row<FirstEightByBoth<6, 2>, CubEight>("first 8 of 32 int32");
    row<FirstEightByBoth<5, 4>, CubEight>("first 8 of 32 int32");
    row<FirstEightByBoth<4, 4>, CubEight>("first 8 of 32 int32");
    row<SortOf<long long, 1>::Way, CubBitonicSort<long long, 1>>("sort 32 int64");
    row<SortByProducts<long long>, CubBitonicSort<long long, 1>>("sort 32 int64");
    row<SortOf<double, 1>::Way, CubBitonicSort<double, 1>>("sort 32 float64");
    row<SortByProducts<double>, CubBitonicSort<double, 1>>("sort 32 float64");
}
