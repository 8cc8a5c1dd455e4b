// The emitted compact and rank as ways; see ours.cuh.
#pragma once

#include "ours.cuh"
#include "peers_compact.cuh"

struct CompactFloat : Compacting {
    using Storage = compact_float32_w32_memory;
    static constexpr const char *name = "ours";
    static __device__ __forceinline__ T call(unsigned mask, T v, Storage &s)
    {
        v.value = compact_float32_w32(mask, v.value, &v.lane, s);
        return v;
    }
};

struct CompactFloatByVotes : Compacting {
    static constexpr const char *name = "ours";
    static __device__ __forceinline__ T call(unsigned mask, T v, Storage &)
    {
        v.value = compact_float32_w32_shuffles(mask, v.value, &v.lane);
        return v;
    }
};

struct RankOfKey : ByKey {
    using T = Keyed;
    static constexpr const char *name = "ours";
    static __device__ __forceinline__ T call(unsigned, T v, Storage &)
    {
        int count, rank = rank_w32_full(v.key, &count);
        v.value = (float)(rank + 32 * count);
        return v;
    }
};
