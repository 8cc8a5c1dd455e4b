// The other ways to find the greatest value and the lowest lane that has it.
#pragma once

#include "peers.cuh"

template <class E> using Pair = cub::KeyValuePair<int, E>;

struct Later {
    template <class E> __device__ __forceinline__ Indexed<E> operator()(Indexed<E> a, Indexed<E> b) const
    {
        return b.value > a.value || (b.value == a.value && b.lane < a.lane) ? b : a;
    }
    template <class E> __device__ __forceinline__ Pair<E> operator()(const Pair<E> &a, const Pair<E> &b) const
    {
        return b.value > a.value || (b.value == a.value && b.key < a.key) ? b : a;
    }
};

template <class E> struct CubWinner : Firsts<32> {
    using T = Indexed<E>;
    using Warp = cub::WarpReduce<Pair<E>>;
    using Storage = typename Warp::TempStorage;
    static constexpr const char *name = "CUB";
    static __device__ __forceinline__ T call(unsigned, T v, Storage &s)
    {
        Pair<E> best = Warp(s).Reduce(Pair<E>{(int)lane_id(), v.value}, Later{});
        return {best.value, best.key};
    }
};

template <class E> struct GroupWinner : Everywhere {
    using T = Indexed<E>;
    static constexpr const char *name = "groups";
    static __device__ __forceinline__ T call(unsigned, T v, Storage &)
    {
        auto tile = cg::tiled_partition<32>(cg::this_thread_block());
        return cg::reduce(tile, T{v.value, (int)lane_id()}, Later{});
    }
};

template <class E> struct LoopWinner : Everywhere {
    using T = Indexed<E>;
    static constexpr const char *name = "loop";
    static __device__ __forceinline__ T call(unsigned, T v, Storage &)
    {
        v.lane = (int)lane_id();
#pragma unroll
        for (int d = 16; d > 0; d /= 2)
            v = Later{}(v, T{__shfl_xor_sync(0xffffffffu, v.value, d), __shfl_xor_sync(0xffffffffu, v.lane, d)});
        return v;
    }
};

// Who is no member brings what loses to every number.
template <class Way> struct MaskedWinner : Way {
    using T = typename Way::T;
    static __device__ __forceinline__ T call(unsigned mask, T v, typename Way::Storage &s)
    {
        v.value = (mask >> lane_id() & 1u) != 0u ? v.value : __int_as_float(0xff800000);
        return Way::call(mask, v, s);
    }
};
