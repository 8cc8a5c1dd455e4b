// Ways that the generator does not emit, beside what it does and CUB: why it does not.
//
//   - the first 8 of 32 integers: rounds of redux.sync for some ranks and shuffles for the others; shuffles for all, after
//     which every lane gets each rank by redux.sync, by the matrix unit or by more shuffles;
//   - a sort of int64 of which products move both words.
//
// Every way is compared with the others before it is timed.
#include "agree.cuh"
#include "ours.cuh"
#include "peers.cuh"
#include "peers_sort.cuh"

// ordered puts the lesser one of two first.
__device__ __forceinline__ void ordered(int &x, int &y)
{
    int least = min(x, y);
    y = max(x, y);
    x = least;
}

// exchanged puts x and the value of lane^d in order, the lesser one in the lane without that bit.
__device__ __forceinline__ int exchanged(int x, unsigned d, bool upper)
{
    int y = __shfl_xor_sync(0xffffffffu, x, d);
    return upper ? max(x, y) : min(x, y);
}

// The same by a product, which goes through another pipe than a comparison; one is 1.
__device__ __forceinline__ int exchangedByProduct(int x, unsigned d, bool upper, unsigned one)
{
    int y = __shfl_xor_sync(0xffffffffu, x, d);
    bool takes = (y < x) != upper;
    asm("{ .reg .pred p; setp.ne.u32 p, %1, 0; @p mul.lo.u32 %0, %2, %3; }" : "+r"(x) : "r"((unsigned)takes), "r"(y), "r"(one));
    return x;
}

// candidates leaves the least values of the warp, so many, in each run of so many lanes: those of two ordered runs.
template <int run, class Exchange> __device__ __forceinline__ int candidates(int x, unsigned lane, Exchange exchange)
{
#pragma unroll
    for (unsigned size = 2; size <= run; size *= 2) {
        x = exchange(x, size - 1, (lane & size / 2) != 0u);
#pragma unroll
        for (unsigned d = size / 4; d > 0; d /= 2)
            x = exchange(x, d, (lane & d) != 0u);
    }
#pragma unroll
    for (unsigned size = run; size < 32; size *= 2) {
        x = exchanged(x, size + run - 1, false);
        if (size < 16)
#pragma unroll
            for (unsigned d = run / 2; d > 0; d /= 2)
                x = exchange(x, d, (lane & d) != 0u);
    }
    return x;
}

// Ranks 0 to J - 1 by rounds; the last one by a butterfly, or the last two by a network.
template <int J> struct FirstEightByBoth : Picked<1, 8> {
    using T = Many<int, 8>;
    static constexpr const char *name = J == 7 ? "7 rounds, 5 shuffles" : "6 rounds, 9 shuffles";
    static __device__ __forceinline__ T call(unsigned, T v, Nothing &)
    {
        unsigned lane = lane_id(), mine = 1u << lane, upTo = 2u * mine - 1u, zero = mine & upTo >> 1u;
        int x = v.v[0];
#pragma unroll
        for (int r = 0; r < J; ++r) {
            v.v[r] = __reduce_min_sync(0xffffffffu, x);
            bool first = ((__ballot_sync(0xffffffffu, x == v.v[r]) ^ mine) & upTo) == 0u;
            asm("{ .reg .pred p; setp.ne.u32 p, %1, 0; @p mad.lo.s32 %0, %0, %2, 0x7fffffff; }" : "+r"(x) : "r"((unsigned)first), "r"(zero));
        }
        if (J == 7) {
#pragma unroll
            for (unsigned d = 16; d > 0; d /= 2)
                x = exchanged(x, d, false);
            v.v[7] = x;
        } else {
            auto exchange = [lane](int x, unsigned d, bool upper) { return exchangedByProduct(x, d, upper, (lane >> 5u) + 1u); };
            v.v[6] = candidates<2>(x, lane, exchange);
            v.v[7] = __shfl_xor_sync(0xffffffffu, v.v[6], 1);
            ordered(v.v[6], v.v[7]);
        }
        return v;
    }
};

// Four pairs of ranks, each in every two lanes after 14 shuffles: R pairs by redux.sync, the others by a shuffle.
template <int R> struct FirstEightByPairs : Picked<1, 8> {
    using T = Many<int, 8>;
    static constexpr const char *name = R == 4 ? "14 shuffles, 8 ranks by redux.sync" : R == 2 ? "16 shuffles, 4 ranks by redux.sync" : "18 shuffles";
    static __device__ __forceinline__ T call(unsigned, T v, Nothing &)
    {
        int x = candidates<8>(v.v[0], lane_id(), exchanged), y = __shfl_xor_sync(0xffffffffu, x, 4);
        ordered(x, y);
        int pair[4] = {x, __shfl_xor_sync(0xffffffffu, x, 2), y, __shfl_xor_sync(0xffffffffu, y, 2)};
        ordered(pair[0], pair[1]);
        ordered(pair[2], pair[3]);
#pragma unroll
        for (int p = 0; p < 4; ++p)
            if (p < R) {
                v.v[2 * p] = __reduce_min_sync(0xffffffffu, pair[p]);
                v.v[2 * p + 1] = __reduce_max_sync(0xffffffffu, pair[p]);
            } else {
                v.v[2 * p] = pair[p];
                v.v[2 * p + 1] = __shfl_xor_sync(0xffffffffu, pair[p], 1);
                ordered(v.v[2 * p], v.v[2 * p + 1]);
            }
        return v;
    }
};

// 14 shuffles, after which each lane has the rank of its number modulo 8. The matrix unit gives every lane all: 2^52 + x is a
// double whose lower word is x. Column n of B is lanes 4n to 4n + 3; rows i of A take out its element j, rows i + 8 element
// j + 1. Every lane gets those of an even column, ranks j and j + 1, and of an odd one, j + 4 and j + 5.
struct FirstEightByMatrix : Picked<1, 8> {
    using T = Many<int, 8>;
    static constexpr const char *name = "14 shuffles, matrix unit";
    static __device__ __forceinline__ double oneIf(bool is) { return __hiloint2double(is ? 0x3ff00000 : 0, 0); }
    static __device__ __forceinline__ T call(unsigned, T v, Nothing &)
    {
        unsigned lane = lane_id(), one = (lane >> 5u) + 1u, k = lane & 3u;
        auto exchange = [one](int x, unsigned d, bool upper) { return exchangedByProduct(x, d, upper, one); };
        int x = candidates<8>(v.v[0], lane, exchange);
#pragma unroll
        for (unsigned d = 4; d > 0; d /= 2)
            x = exchange(x, d, (lane & d) != 0u);
        double b = __hiloint2double(0x43300000, x);
#pragma unroll
        for (unsigned j = 0; j < 4; j += 2) {
            double at[4];
            asm("mma.sync.aligned.m16n8k4.row.col.f64.f64.f64.f64 {%0, %1, %2, %3}, {%4, %5}, {%6}, {%7, %7, %7, %7};"
                : "=d"(at[0]), "=d"(at[1]), "=d"(at[2]), "=d"(at[3]) : "d"(oneIf(k == j)), "d"(oneIf(k == j + 1)), "d"(b), "d"(0.));
            v.v[j] = __double2loint(at[0]);
            v.v[j + 4] = __double2loint(at[1]);
            v.v[j + 1] = __double2loint(at[2]);
            v.v[j + 5] = __double2loint(at[3]);
        }
        return v;
    }
};

struct SortByProducts : Sorted<1> {
    using T = Many<long long, 1>;
    static constexpr const char *name = "words by products";
    static __device__ __forceinline__ T call(unsigned, T v, Nothing &)
    {
        unsigned lane = lane_id(), one = (lane >> 5u) + 1u;
        long long x = v.v[0];
        auto step = [&](unsigned d, unsigned upper) { // as the exchange of emitted sorts of float64
            x = sort_float64_w32_n1_full_exchange(__shfl_xor_sync(0xffffffffu, x, d), x, upper, one);
        };
#pragma unroll
        for (unsigned size = 2; size <= 32; size *= 2) {
            step(size - 1, lane & size / 2);
#pragma unroll
            for (unsigned d = size / 4; d > 0; d /= 2)
                step(d, lane & d);
        }
        v.v[0] = x;
        return v;
    }
};

// trial times a way beside CUB's.
template <class Way, class Cub> static void trial(const char *work)
{
    agree<Way, Cub>(work, 0xffffffffu);
    Figures f = measure<Way>(0xffffffffu, 15), of = measure<Cub>(0xffffffffu, 15);
    std::printf("| %s | %s | %.0f | %.1f | %.2f | %.2f | %d |\n", work, Way::name, f.latency, f.throughput * 1e-9,
                of.latency / f.latency, f.throughput / of.throughput, f.local);
    std::fflush(stdout);
}

template <class Way> static void firstEight() { trial<Way, CubBitonicPick<1, 8>>("first 8 of 32 int32"); }

int main()
{
    std::puts("| work | way | cycles | 10^9 calls a second | latency to CUB's | throughput to CUB's | bytes of local memory |\n"
              "| --- | --- | --: | --: | --: | --: | --: |");
    firstEight<CubBitonicPick<1, 8>>();
    firstEight<PickOf<1, 8>::Way>();
    firstEight<FirstEightByMemory>();
    firstEight<FirstEightByBoth<7>>();
    firstEight<FirstEightByBoth<6>>();
    firstEight<FirstEightByPairs<4>>();
    firstEight<FirstEightByPairs<2>>();
    firstEight<FirstEightByPairs<0>>();
    firstEight<FirstEightByMatrix>();
    trial<SortOf<long long, 1>::Way, CubBitonicSort<long long, 1>>("sort 32 int64");
    trial<SortByProducts, CubBitonicSort<long long, 1>>("sort 32 int64");
}
