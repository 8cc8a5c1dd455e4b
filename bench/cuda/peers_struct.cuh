// The other ways to move a struct of n floats between lanes: libcu++'s shuffle of any type, CUB's,
// and the raw intrinsic float by float.
#pragma once

#include <cuda/version>
#if CCCL_VERSION >= 3000000
#include <cuda/warp>
#endif

#include "peers.cuh"

#if CCCL_VERSION >= 3000000
template <int n> struct CudaShuffle : Moved<n> {
    using T = Many<float, n>;
    static constexpr const char *name = "cuda::device::warp_shuffle";
    static __device__ __forceinline__ T call(unsigned, T v, Nothing &) { return cuda::device::warp_shuffle_down<32>(v, 1).data; }
};
#endif

template <int n> struct CubShuffle : Moved<n> {
    using T = Many<float, n>;
    static constexpr const char *name = "CUB's shuffle";
    static __device__ __forceinline__ T call(unsigned, T v, Nothing &) { return cub::ShuffleDown<32>(v, 1, 31, 0xffffffffu); }
};

template <int n> struct FloatShuffle : Moved<n> {
    using T = Many<float, n>;
    static constexpr const char *name = "intrinsic";
    static __device__ __forceinline__ T call(unsigned, T v, Nothing &)
    {
#pragma unroll
        for (int i = 0; i < n; ++i)
            v.v[i] = __shfl_down_sync(0xffffffffu, v.v[i], 1);
        return v;
    }
};
#if CCCL_VERSION < 3000000
template <int n> using CudaShuffle = FloatShuffle<n>; // older ones have none
#endif
