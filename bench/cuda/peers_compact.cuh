// The other ways to move the members of a warp to its front and to number equal keys: by hand
// through shared memory, CUB's exchange, the textbook's match, a labelled partition.
#pragma once

#include "peers.cuh"

// The result is the element and the count of members. Each call has a mask of its own, so that
// what follows from the mask is part of it.
struct Compacting : Everywhere {
    using T = Indexed<float>;
    static __device__ __forceinline__ void refresh(unsigned &mask, T &v, unsigned one)
    {
        mask *= one;
        tie(v.value, one);
    }
    static __device__ __forceinline__ unsigned before() { return (1u << lane_id()) - 1u; }
};

struct SharedCompact : Compacting {
    struct Storage { float at[32]; };
    static constexpr const char *name = "shared memory";
    static __device__ __forceinline__ T call(unsigned mask, T v, Storage &s)
    {
        unsigned lane = lane_id();
        v.lane = __popc(mask);
        __syncwarp();
        if ((mask >> lane & 1u) != 0u)
            s.at[__popc(mask & before())] = v.value;
        __syncwarp();
        if (lane < (unsigned)v.lane)
            v.value = s.at[lane];
        return v;
    }
};

struct CubCompact : Compacting {
    using Warp = cub::WarpExchange<float, 1, 32>;
    using Storage = typename Warp::TempStorage;
    static constexpr const char *name = "CUB's exchange";
    static __device__ __forceinline__ T call(unsigned mask, T v, Storage &s)
    {
        unsigned lane = lane_id();
        v.lane = __popc(mask);
        int rank[1] = {(mask >> lane & 1u) != 0u ? __popc(mask & before()) : v.lane + __popc(~mask & before())};
        float x[1] = {v.value};
        __syncwarp();
        Warp(s).ScatterToStriped(x, rank);
        if (lane < (unsigned)v.lane)
            v.value = x[0];
        return v;
    }
};

// The result of a rank is one number of rank and count.
struct MatchRank : ByKey {
    using T = Keyed;
    static constexpr const char *name = "match_any";
    static __device__ __forceinline__ T call(unsigned, T v, Storage &)
    {
        unsigned peers = __match_any_sync(0xffffffffu, v.key);
        v.value = (float)(__popc(peers & ((1u << lane_id()) - 1u)) + 32 * __popc(peers));
        return v;
    }
};

struct PartitionRank : ByKey {
    using T = Keyed;
    static constexpr const char *name = "labeled_partition";
    static __device__ __forceinline__ T call(unsigned, T v, Storage &)
    {
        auto peers = cg::labeled_partition(cg::tiled_partition<32>(cg::this_thread_block()), v.key);
        v.value = (float)(peers.thread_rank() + 32 * peers.size());
        return v;
    }
};
