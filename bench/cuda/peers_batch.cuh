// The other ways to reduce n values of each lane, each over the whole warp.
#pragma once

#if __has_include(<cub/warp/warp_reduce_batched.cuh>)
#include <cub/warp/warp_reduce_batched.cuh>
#define HAS_BATCHED 1
#endif

#include "peers.cuh"

template <class T_, class Op, int n> struct BatchLoop : Gathered<n> {
    using T = Many<T_, n>;
    static constexpr const char *name = "loops";
    static __device__ __forceinline__ T call(unsigned, T v, Nothing &)
    {
#pragma unroll
        for (int k = 0; k < n; ++k)
#pragma unroll
            for (int d = 16; d > 0; d /= 2)
                v.v[k] = Op{}(v.v[k], __shfl_xor_sync(0xffffffffu, v.v[k], d));
        return v;
    }
};

#ifdef HAS_BATCHED
template <class T_, class Op, int n> struct CubBatch : Spread<n> {
    using T = Many<T_, n>;
    using Warp = cub::WarpReduceBatched<T_, n>;
    using Storage = typename Warp::TempStorage;
    static constexpr const char *name = "CUB batched";
    static __device__ __forceinline__ T call(unsigned, T v, Storage &s)
    {
        v.v[0] = Warp(s).Reduce(v.v, typename OfCub<Op, T_>::type{});
        return v;
    }
};
#endif
