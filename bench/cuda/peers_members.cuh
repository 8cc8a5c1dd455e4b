// The other ways to reduce and scan those lanes that are there, whichever they
// are, and to reduce the lanes of each key.
#pragma once

#include "peers.cuh"

template <class T_, class Op> struct CoalescedReduce : Members {
    using T = T_;
    static constexpr const char *name = "groups";
    static __device__ __forceinline__ T call(unsigned, T v, Storage &)
    {
        return cg::reduce(cg::coalesced_threads(), v, typename OfGroups<Op, T>::type{});
    }
};

template <class T_, class Op> struct CoalescedScan : Members {
    using T = T_;
    static constexpr const char *name = "groups";
    static __device__ __forceinline__ T call(unsigned, T v, Storage &)
    {
        return cg::inclusive_scan(cg::coalesced_threads(), v, typename OfGroups<Op, T>::type{});
    }
};

struct PartitionSum : ByKey {
    using T = Keyed;
    static constexpr const char *name = "groups";
    static __device__ __forceinline__ T call(unsigned, T v, Storage &)
    {
        auto group = cg::labeled_partition(cg::coalesced_threads(), v.key);
        v.value = cg::reduce(group, v.value, cg::plus<float>{});
        return v;
    }
};
