// The other ways to turn n values of each lane from blocked to striped: CUB through shared
// memory and by shuffles, and padded shared memory.
#pragma once

#include "peers.cuh"

template <class T_, int n, cub::WarpExchangeAlgorithm algorithm> struct CubExchange : Moved<n> {
    using T = Many<T_, n>;
    using Warp = cub::WarpExchange<T_, n, 32, algorithm>;
    using Storage = typename Warp::TempStorage;
    static constexpr const char *name = algorithm == cub::WARP_EXCHANGE_SMEM ? "CUB" : "CUB by shuffles";
    static __device__ __forceinline__ T call(unsigned, T v, Storage &s)
    {
        __syncwarp();
        Warp(s).BlockedToStriped(v.v, v.v);
        return v;
    }
};

// An even n pads by one word for each 32, so that lanes write to different banks.
template <class T_, int n> struct PaddedTranspose : Moved<n> {
    using T = Many<T_, n>;
    struct Storage {
        T_ at[32 * n + n];
    };
    static constexpr const char *name = "padded shared memory";
    static __device__ __forceinline__ int slot(int element) { return n % 2 == 0 ? element + element / 32 : element; }
    static __device__ __forceinline__ T call(unsigned, T v, Storage &s)
    {
        int lane = (int)lane_id();
        __syncwarp();
#pragma unroll
        for (int r = 0; r < n; ++r)
            s.at[slot(lane * n + r)] = v.v[r];
        __syncwarp();
#pragma unroll
        for (int k = 0; k < n; ++k)
            v.v[k] = s.at[slot(k * 32 + lane)];
        return v;
    }
};
