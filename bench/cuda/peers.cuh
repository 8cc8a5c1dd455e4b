// The other ways to do it: CUB, cooperative groups, the plain loop of shuffles
// and the raw intrinsic. Each gives its result to every lane where ours does.
#pragma once

#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cooperative_groups/scan.h>
#include <cub/cub.cuh>

namespace cg = cooperative_groups;

struct Nothing {};

struct Sum {
    template <class T> __device__ __forceinline__ T operator()(T a, T b) const { return a + b; }
};
struct Max {
    template <class T> __device__ __forceinline__ T operator()(T a, T b) const { return a > b ? a : b; }
    __device__ __forceinline__ float operator()(float a, float b) const { return fmaxf(a, b); }
    __device__ __forceinline__ double operator()(double a, double b) const { return fmax(a, b); }
};
struct Min {
    template <class T> __device__ __forceinline__ T operator()(T a, T b) const { return a < b ? a : b; }
};
struct Xor {
    template <class T> __device__ __forceinline__ T operator()(T a, T b) const { return a ^ b; }
};

// Lane 0 of each group gets it.
template <class T_, class Op, int width> struct CubReduce {
    using T = T_;
    using Warp = cub::WarpReduce<T, width>;
    // Widths that are no power of two serve one group a warp.
    using Storage = typename Warp::TempStorage;
    static __device__ __forceinline__ T call(unsigned, T v, Storage &s) { return Warp(s).Reduce(v, Op{}); }
};

template <class T_, class Op> struct CubScan {
    using T = T_;
    using Warp = cub::WarpScan<T>;
    using Storage = typename Warp::TempStorage;
    static __device__ __forceinline__ T call(unsigned, T v, Storage &s)
    {
        Warp(s).InclusiveScan(v, v, Op{});
        return v;
    }
};

template <class Op, class T> struct OfGroups;
template <class T> struct OfGroups<Sum, T> { using type = cg::plus<T>; };
template <class T> struct OfGroups<Max, T> { using type = cg::greater<T>; };
template <class T> struct OfGroups<Min, T> { using type = cg::less<T>; };
template <class T> struct OfGroups<Xor, T> { using type = cg::bit_xor<T>; };

template <class T_, class Op, int width> struct GroupReduce {
    using T = T_;
    using Storage = Nothing;
    static __device__ __forceinline__ T call(unsigned, T v, Storage &)
    {
        auto tile = cg::tiled_partition<width>(cg::this_thread_block());
        return cg::reduce(tile, v, typename OfGroups<Op, T>::type{});
    }
};

template <class T_, class Op> struct GroupScan {
    using T = T_;
    using Storage = Nothing;
    static __device__ __forceinline__ T call(unsigned, T v, Storage &)
    {
        auto tile = cg::tiled_partition<32>(cg::this_thread_block());
        return cg::inclusive_scan(tile, v, typename OfGroups<Op, T>::type{});
    }
};

template <class T_, class Op, int width> struct Loop {
    using T = T_;
    using Storage = Nothing;
    static __device__ __forceinline__ T call(unsigned, T v, Storage &)
    {
#pragma unroll
        for (int d = width / 2; d > 0; d /= 2)
            v = Op{}(v, (T)__shfl_xor_sync(0xffffffffu, v, d));
        return v;
    }
};

// An element and a lane, of which either changes the result.
static __device__ __forceinline__ float both(float best, int lane)
{
    return __int_as_float(__float_as_int(best) ^ lane);
}

// Lane 0 gets it.
struct CubArgmax {
    using T = float;
    using Pair = cub::KeyValuePair<int, float>;
    using Warp = cub::WarpReduce<Pair>;
    using Storage = typename Warp::TempStorage;
    static __device__ __forceinline__ T call(unsigned, T v, Storage &s)
    {
        Pair best = Warp(s).Reduce(Pair((int)(threadIdx.x % 32), v), cub::ArgMax{});
        return both(best.value, best.key);
    }
};

struct LoopArgmax {
    using T = float;
    using Storage = Nothing;
    static __device__ __forceinline__ T call(unsigned, T v, Storage &)
    {
        int lane = threadIdx.x % 32;
#pragma unroll
        for (int d = 16; d > 0; d /= 2) {
            float other = __shfl_xor_sync(0xffffffffu, v, d);
            int from = __shfl_xor_sync(0xffffffffu, lane, d);
            bool better = other > v || other == v && from < lane;
            v = better ? other : v;
            lane = better ? from : lane;
        }
        return both(v, lane);
    }
};

struct RawAdd {
    using T = int;
    using Storage = Nothing;
    static __device__ __forceinline__ T call(unsigned, T v, Storage &) { return __reduce_add_sync(0xffffffffu, v); }
};

// The same with a mask: who is no member brings what changes nothing.
template <class Way> struct Masked {
    using T = typename Way::T;
    using Storage = typename Way::Storage;
    static __device__ __forceinline__ T call(unsigned mask, T v, Storage &s)
    {
        return Way::call(mask, mask >> threadIdx.x % 32 & 1 ? v : T(0), s);
    }
};
