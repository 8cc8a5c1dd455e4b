// The other ways to reduce and scan a whole warp: CUB, cooperative groups, the
// plain loop of shuffles and the raw intrinsic.
#pragma once

#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cooperative_groups/scan.h>
#include <cub/cub.cuh>
#include <cuda/functional>

#include "values.cuh"
#include "way.cuh"

namespace cg = cooperative_groups;

struct Sum {
    template <class T> __device__ __forceinline__ T operator()(T a, T b) const { return a + b; }
};
struct Max {
    template <class T> __device__ __forceinline__ T operator()(T a, T b) const { return a > b ? a : b; }
    __device__ __forceinline__ float operator()(float a, float b) const { return fmaxf(a, b); }
    __device__ __forceinline__ double operator()(double a, double b) const { return fmax(a, b); }
    __device__ __forceinline__ __half operator()(__half a, __half b) const { return __hmax(a, b); }
};
struct Min {
    template <class T> __device__ __forceinline__ T operator()(T a, T b) const { return a < b ? a : b; }
};
struct Xor {
    template <class T> __device__ __forceinline__ T operator()(T a, T b) const { return a ^ b; }
};

// CUB knows redux for the operators of libcu++, from version 3 on.
template <class Op, class T> struct OfCub { using type = Op; };
#if CUB_VERSION >= 300000
template <class T> struct OfCub<Sum, T> { using type = ::cuda::std::plus<>; };
template <class T> struct OfCub<Max, T> { using type = ::cuda::maximum<>; };
template <> struct OfCub<Max, __half> { using type = Max; };
template <class T> struct OfCub<Min, T> { using type = ::cuda::minimum<>; };
template <class T> struct OfCub<Xor, T> { using type = ::cuda::std::bit_xor<>; };
#endif

template <class T_, class Op, int width> struct CubReduce : Firsts<width> {
    using T = T_;
    using Warp = cub::WarpReduce<T, width>;
    using Storage = typename Warp::TempStorage;
    static constexpr const char *name = "CUB";
    static __device__ __forceinline__ T call(unsigned, T v, Storage &s) { return Warp(s).Reduce(v, typename OfCub<Op, T>::type{}); }
};

template <class T_, class Op> struct CubScan : Everywhere {
    using T = T_;
    using Warp = cub::WarpScan<T>;
    using Storage = typename Warp::TempStorage;
    static constexpr const char *name = "CUB";
    static __device__ __forceinline__ T call(unsigned, T v, Storage &s)
    {
        Warp(s).InclusiveScan(v, v, typename OfCub<Op, T>::type{});
        return v;
    }
};

// Cooperative groups know redux for their own operators.
template <class Op, class T> struct OfGroups { using type = Op; };
template <class T> struct OfGroups<Sum, T> { using type = cg::plus<T>; };
template <class T> struct OfGroups<Max, T> { using type = cg::greater<T>; };
template <> struct OfGroups<Max, __half> { using type = Max; };
template <class T> struct OfGroups<Min, T> { using type = cg::less<T>; };
template <class T> struct OfGroups<Xor, T> { using type = cg::bit_xor<T>; };

template <class T_, class Op, int width> struct GroupReduce : Everywhere {
    using T = T_;
    static constexpr const char *name = "groups";
    static __device__ __forceinline__ T call(unsigned, T v, Storage &)
    {
        auto tile = cg::tiled_partition<width>(cg::this_thread_block());
        return cg::reduce(tile, v, typename OfGroups<Op, T>::type{});
    }
};

template <class T_, class Op> struct GroupScan : Everywhere {
    using T = T_;
    static constexpr const char *name = "groups";
    static __device__ __forceinline__ T call(unsigned, T v, Storage &)
    {
        auto tile = cg::tiled_partition<32>(cg::this_thread_block());
        return cg::inclusive_scan(tile, v, typename OfGroups<Op, T>::type{});
    }
};

template <class T_, class Op, int width> struct Loop : Everywhere {
    using T = T_;
    static constexpr const char *name = "loop";
    static __device__ __forceinline__ T call(unsigned, T v, Storage &)
    {
#pragma unroll
        for (int d = width / 2; d > 0; d /= 2)
            v = Op{}(v, (T)__shfl_xor_sync(0xffffffffu, v, d));
        return v;
    }
};

struct RawAdd : Everywhere {
    using T = int;
    static constexpr const char *name = "redux";
    static __device__ __forceinline__ T call(unsigned, T v, Storage &) { return __reduce_add_sync(0xffffffffu, v); }
};

// The same with a mask: who is no member brings what changes nothing.
template <class Way> struct Masked : Way {
    using T = typename Way::T;
    static __device__ __forceinline__ T call(unsigned mask, T v, typename Way::Storage &s)
    {
        return Way::call(mask, mask >> threadIdx.x % 32 & 1 ? v : T(0), s);
    }
};
