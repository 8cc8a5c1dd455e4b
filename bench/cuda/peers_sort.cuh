// The other ways to sort n values of each lane: CUB's merge sort through shared memory, CUB's
// bitonic sort, which leaves value k of lane l at place 32 * k + l, and the plain bitonic loop.
#pragma once

#include "peers.cuh"

struct Less {
    template <class T> __device__ __forceinline__ bool operator()(T a, T b) const { return a < b; }
};

template <class T_, int n> struct CubMergeSort : Sorted<n> {
    using T = Many<T_, n>;
    using Warp = cub::WarpMergeSort<T_, n, 32>;
    using Storage = typename Warp::TempStorage;
    static constexpr const char *name = "CUB's merge sort";
    static __device__ __forceinline__ T call(unsigned, T v, Storage &s)
    {
        __syncwarp();
        Warp(s).Sort(v.v, Less());
        return v;
    }
};

// A key and a value of 32 bits in each lane. CUB's merge sort is stable, its bitonic sort is not.
template <class T_> struct CubMergePairs : Everywhere {
    using T = Paired<T_>;
    using Warp = cub::WarpMergeSort<T_, 1, 32, unsigned>;
    using Storage = typename Warp::TempStorage;
    static constexpr const char *name = "CUB's merge sort";
    static __device__ __forceinline__ T call(unsigned, T v, Storage &s)
    {
        T_ key[1] = {v.key};
        unsigned value[1] = {v.value};
        __syncwarp();
        Warp(s).Sort(key, value, Less());
        return {key[0], value[0]};
    }
};

// The bitonic loop with the value in each exchange; equal keys may change places.
template <class T_> struct BitonicPairs : Everywhere {
    using T = Paired<T_>;
    static constexpr const char *name = "bitonic loop";
    static __device__ __forceinline__ T call(unsigned, T v, Nothing &)
    {
        unsigned lane = lane_id();
#pragma unroll
        for (unsigned size = 2; size <= 32; size *= 2)
#pragma unroll
            for (unsigned d = size / 2; d > 0; d /= 2) {
                T_ key = __shfl_xor_sync(0xffffffffu, v.key, d);
                unsigned value = __shfl_xor_sync(0xffffffffu, v.value, d);
                bool last = ((lane & size) != 0u) != ((lane & d) != 0u);
                if (last ? v.key < key : key < v.key)
                    v = {key, value};
            }
        return v;
    }
};

#if CUB_VERSION >= 300600
template <class T_> struct CubBitonicPairs : Everywhere {
    using T = Paired<T_>;
    using Warp = cub::detail::WarpBitonicSort<T_, 1, 32, unsigned>;
    using Storage = typename Warp::TempStorage;
    static constexpr const char *name = "CUB's bitonic sort";
    static __device__ __forceinline__ T call(unsigned, T v, Storage &s)
    {
        T_ key[1] = {v.key};
        unsigned value[1] = {v.value};
        Warp(s).Sort(key, value, Less());
        return {key[0], value[0]};
    }
};
template <class T_, int n> struct CubBitonicSort : Sorted<n> {
    using T = Many<T_, n>;
    using Warp = cub::detail::WarpBitonicSort<T_, n>;
    using Storage = typename Warp::TempStorage;
    static constexpr const char *name = "CUB's bitonic sort";
    static __device__ __forceinline__ T call(unsigned, T v, Storage &s)
    {
        Warp(s).Sort(v.v, Less());
        return v;
    }
};
#else
template <class T_, int n> using CubBitonicSort = CubMergeSort<T_, n>; // older ones have none
template <class T_> using CubBitonicPairs = CubMergePairs<T_>;
#endif

static constexpr bool striped = CUB_VERSION >= 300600; // value k of lane l is at place 32 * k + l, else at n * l + k

// The first k values of a sort, for every lane.
template <int n, int k> struct CubBitonicPick : Picked<n, k> {
    using T = Many<int, Picked<n, k>::registers>;
    using Sort = CubBitonicSort<int, n>;
    using Storage = typename Sort::Storage;
    static constexpr const char *name = "CUB's bitonic sort, and a shuffle for each";
    static __device__ __forceinline__ T call(unsigned mask, T v, Storage &s)
    {
        Many<int, n> all;
#pragma unroll
        for (int r = 0; r < n; ++r)
            all.v[r] = v.v[r];
        all = Sort::call(mask, all, s);
#pragma unroll
        for (int r = 0; r < k; ++r)
            v.v[r] = __shfl_sync(0xffffffffu, all.v[striped ? 0 : r % n], striped ? r : r / n);
        return v;
    }
};

template <class T_> struct BitonicLoop : Sorted<1> {
    using T = Many<T_, 1>;
    static constexpr const char *name = "bitonic loop";
    static __device__ __forceinline__ T call(unsigned, T v, Nothing &)
    {
        unsigned lane = lane_id();
        T_ x = v.v[0];
#pragma unroll
        for (unsigned size = 2; size <= 32; size *= 2)
#pragma unroll
            for (unsigned d = size / 2; d > 0; d /= 2) {
                T_ other = __shfl_xor_sync(0xffffffffu, x, d);
                bool descends = (lane & size) != 0u, upper = (lane & d) != 0u;
                x = (descends == upper) == (x < other) ? x : other;
            }
        v.v[0] = x;
        return v;
    }
};
