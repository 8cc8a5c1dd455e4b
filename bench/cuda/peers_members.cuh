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

// A loop over the members, one shuffle each.
template <class T_, class Op> struct MemberLoop : Members {
    using T = T_;
    static constexpr const char *name = "loop over members";
    static __device__ __forceinline__ T call(unsigned, T v, Storage &)
    {
        const unsigned mask = __activemask();
        T all = __shfl_sync(mask, v, __ffs(mask) - 1);
        for (unsigned rest = mask & (mask - 1u); rest != 0u; rest &= rest - 1u)
            all = Op{}(all, __shfl_sync(mask, v, __ffs(rest) - 1));
        return all;
    }
};

// The same as coalesced, of a value with a plan that it does not need.
struct CoalescedPlanned : Members {
    using T = Planned;
    static constexpr const char *name = "groups";
    static __device__ __forceinline__ T call(unsigned, T v, Storage &)
    {
        v.value = cg::reduce(cg::coalesced_threads(), v.value, cg::plus<float>{});
        return v;
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
