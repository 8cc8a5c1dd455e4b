// The other ways to find the greatest value and the lowest lane that has it.
#pragma once

#include "peers.cuh"

struct Later {
    __device__ __forceinline__ Indexed operator()(Indexed a, Indexed b) const
    {
        return b.value > a.value || (b.value == a.value && b.lane < a.lane) ? b : a;
    }
    using Pair = cub::KeyValuePair<int, float>;
    __device__ __forceinline__ Pair operator()(const Pair &a, const Pair &b) const
    {
        return b.value > a.value || (b.value == a.value && b.key < a.key) ? b : a;
    }
};

struct CubWinner : Firsts<32> {
    using T = Indexed;
    using Warp = cub::WarpReduce<Later::Pair>;
    using Storage = Warp::TempStorage;
    static constexpr const char *name = "CUB";
    static __device__ __forceinline__ T call(unsigned, T v, Storage &s)
    {
        Later::Pair best = Warp(s).Reduce(Later::Pair{(int)lane_id(), v.value}, Later{});
        return {best.value, best.key};
    }
};

struct GroupWinner : Everywhere {
    using T = Indexed;
    static constexpr const char *name = "groups";
    static __device__ __forceinline__ T call(unsigned, T v, Storage &)
    {
        auto tile = cg::tiled_partition<32>(cg::this_thread_block());
        return cg::reduce(tile, Indexed{v.value, (int)lane_id()}, Later{});
    }
};

struct LoopWinner : Everywhere {
    using T = Indexed;
    static constexpr const char *name = "loop";
    static __device__ __forceinline__ T call(unsigned, T v, Storage &)
    {
        v.lane = (int)lane_id();
#pragma unroll
        for (int d = 16; d > 0; d /= 2)
            v = Later{}(v, Indexed{__shfl_xor_sync(0xffffffffu, v.value, d), __shfl_xor_sync(0xffffffffu, v.lane, d)});
        return v;
    }
};

// Who is no member brings what loses to every number.
template <class Way> struct MaskedWinner : Way {
    using T = Indexed;
    static __device__ __forceinline__ T call(unsigned mask, T v, typename Way::Storage &s)
    {
        v.value = (mask >> lane_id() & 1u) != 0u ? v.value : __int_as_float(0xff800000);
        return Way::call(mask, v, s);
    }
};
