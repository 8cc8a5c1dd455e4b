// What every way to do a piece of work says of itself; each way inherits from one
// of these and adds its type T, its name and its call.
#pragma once

#include "values.cuh"

struct Nothing {};

static __device__ __forceinline__ unsigned lane_id()
{
    unsigned lane;
    asm("mov.u32 %0, %%laneid;" : "=r"(lane));
    return lane;
}

// Every lane takes part and gets the result. The mask says which lanes are
// members, where a way has such.
struct Everywhere {
    using Storage = Nothing; // shared memory of a warp
    static __device__ __forceinline__ bool calls(unsigned mask, unsigned lane) { return true; } // who makes the call
    static __device__ __forceinline__ unsigned leader(unsigned mask) { return 0; }              // one of those
    static bool gives(int lane, unsigned mask) { return true; }
    // start comes before the first call; refresh after each one, where without it the
    // next could keep what this one found. ptxas does not know that one is 1.
    template <class T> static __device__ __forceinline__ void start(unsigned mask, T &v) {}
    template <class T> static __device__ __forceinline__ void refresh(unsigned &mask, T &v, unsigned one) { tie(v, one); }
    template <class T> static const T &shown(int lane, const T &v) { return v; }
};

// Only the lanes of the mask make the call, and each of them gets its result. Ours
// is given __activemask(), which is where cooperative groups take the mask from, so
// that what follows from it is part of every call.
struct Members : Everywhere {
    static __device__ __forceinline__ bool calls(unsigned mask, unsigned lane) { return (mask >> lane & 1u) != 0u; }
    static __device__ __forceinline__ unsigned leader(unsigned mask) { return __ffs(mask) - 1; }
    static bool gives(int lane, unsigned mask) { return mask >> lane & 1u; }
};

// The first lane of each group gets it. Where a width is no power of two, the lanes
// of the first group make the call, and no others.
template <int width> struct Firsts : Everywhere {
    static constexpr bool whole = (width & (width - 1)) == 0;
    static __device__ __forceinline__ bool calls(unsigned mask, unsigned lane) { return whole || lane < width; }
    static bool gives(int lane, unsigned mask) { return whole ? lane % width == 0 : lane == 0; }
};

// Lane k gets the result of value k.
template <int n> struct Spread : Everywhere {
    // One of any two values whose numbers differ in one bit becomes the last result, so
    // that nothing that is made of both can be kept. It costs no instruction.
    template <class T> static __device__ __forceinline__ void refresh(unsigned &mask, T &v, unsigned one)
    {
#pragma unroll
        for (int k = 1; k < n; ++k)
            if ((k ^ k >> 1 ^ k >> 2 ^ k >> 3 ^ k >> 4 ^ k >> 5) % 2 == 0)
                v.v[k] = v.v[0];
    }
    static bool gives(int lane, unsigned mask) { return lane < n; }
    template <class T> static auto shown(int lane, const T &v) { return v.v[0]; }
};

// Every lane gets every result, value k that of value k.
template <int n> struct Gathered : Everywhere {
    static bool gives(int lane, unsigned mask) { return lane < n; }
    template <class T> static auto shown(int lane, const T &v) { return v.v[lane]; }
};

// Every lane gets n values; their weighted sum is what is compared.
template <int n> struct Moved : Everywhere {
    template <class T> static double shown(int lane, const T &v)
    {
        double sum = 0;
        for (int k = 0; k < n; ++k)
            sum += (k + 1) * (double)(float)v.v[k];
        return sum;
    }
};

// Every lane gets n values of a sorted warp, in consecutive order or one from each of n rows:
// the first and the last value are at the same places.
template <int n> struct Sorted : Everywhere {
    static bool gives(int lane, unsigned mask) { return lane == 0 || lane == 31; }
    template <class T> static auto shown(int lane, const T &v) { return v.v[lane == 0 ? 0 : n - 1]; }
};
template <> struct Sorted<1> : Moved<1> {};

// Every lane brings n values and gets the first k of the warp's in order, of which the next
// call's values are made.
template <int n, int k> struct Picked : Everywhere {
    static constexpr int registers = n > k ? n : k;
    template <class T> static __device__ __forceinline__ void refresh(unsigned &mask, T &v, unsigned one)
    {
        tie(v, one);
        unsigned all = lane_id();
#pragma unroll
        for (int r = 0; r < k; ++r)
            all ^= (unsigned)v.v[r];
#pragma unroll
        for (int r = 0; r < n; ++r)
            v.v[r] = all + r;
    }
    template <class T> static double shown(int lane, const T &v)
    {
        double sum = 0;
        for (int r = 0; r < k; ++r)
            sum += (r + 1) * (double)v.v[r];
        return sum;
    }
};

// Every lane gets the result of its key. The mask is how many keys there are; the
// lanes of one are scattered.
struct ByKey : Everywhere {
    template <class T> static __device__ __forceinline__ void start(unsigned keys, T &v)
    {
        unsigned n = (lane_id() * 13u + 5u) % 32u;
        v.key = (n ^ n >> 2) % keys;
    }
    template <class T> static __device__ __forceinline__ void refresh(unsigned &mask, T &v, unsigned one) { v.key *= one; }
};
