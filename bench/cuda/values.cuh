// What a lane holds: scalars, a value with its lane, a value with its key, several
// values; how each is made, hidden from the optimiser and compared.
#pragma once

#include <cuda_fp16.h>

template <class T> struct Indexed {
    T value;
    int lane;
};

struct Keyed {
    float value;
    unsigned key;
};

struct Planned {
    float value;
    unsigned plan[7];
};

template <class T> struct Paired {
    T key;
    unsigned value;
};

template <class T, int n> struct Many {
    T v[n];
};

// The optimiser cannot see through these.
static __device__ __forceinline__ void opaque(int &x) { asm volatile("" : "+r"(x)); }
static __device__ __forceinline__ void opaque(unsigned &x) { asm volatile("" : "+r"(x)); }
static __device__ __forceinline__ void opaque(float &x) { asm volatile("" : "+f"(x)); }
static __device__ __forceinline__ void opaque(double &x) { asm volatile("" : "+d"(x)); }
static __device__ __forceinline__ void opaque(long long &x) { asm volatile("" : "+l"(x)); }
static __device__ __forceinline__ void opaque(unsigned long long &x) { asm volatile("" : "+l"(x)); }
static __device__ __forceinline__ void opaque(unsigned char &x)
{
    unsigned word = x;
    asm volatile("" : "+r"(word));
    x = (unsigned char)word;
}
static __device__ __forceinline__ void opaque(__half &x)
{
    unsigned short bits = __half_as_ushort(x);
    asm volatile("" : "+h"(bits));
    x = __ushort_as_half(bits);
}
template <class T> static __device__ __forceinline__ void opaque(Indexed<T> &x)
{
    opaque(x.value);
    opaque(x.lane);
}
static __device__ __forceinline__ void opaque(Keyed &x)
{
    opaque(x.value);
    opaque(x.key);
}
static __device__ __forceinline__ void opaque(Planned &x)
{
    opaque(x.value);
#pragma unroll
    for (int i = 0; i < 7; ++i)
        opaque(x.plan[i]);
}
template <class T> static __device__ __forceinline__ void opaque(Paired<T> &x)
{
    opaque(x.key);
    opaque(x.value);
}
template <class T, int n> static __device__ __forceinline__ void opaque(Many<T, n> &x)
{
#pragma unroll
    for (int i = 0; i < n; ++i)
        opaque(x.v[i]);
}

// tie makes a result of which nothing is done part of one that goes into the next
// call, so that ptxas computes it for each; one is 1.
template <class T> static __device__ __forceinline__ void tie(T &, unsigned) {}
static __device__ __forceinline__ void tie(Indexed<float> &x, unsigned one)
{
    x.value = __int_as_float(__float_as_int(x.value) ^ (x.lane & (int)(one - 1u)));
}
static __device__ __forceinline__ void tie(Paired<int> &x, unsigned one) { x.key ^= (int)(x.value & (one - 1u)); }
static __device__ __forceinline__ void tie(Paired<float> &x, unsigned one)
{
    x.key = __int_as_float(__float_as_int(x.key) ^ (int)(x.value & (one - 1u)));
}
static __device__ __forceinline__ void tie(Paired<long long> &x, unsigned one) { x.key ^= (long long)(x.value & (one - 1u)); }
static __device__ __forceinline__ void tie(Paired<double> &x, unsigned one)
{
    x.key = __hiloint2double(__double2hiint(x.key) ^ (int)(x.value & (one - 1u)), __double2loint(x.key));
}
static __device__ __forceinline__ void tie(Indexed<double> &x, unsigned one)
{
    x.value = __hiloint2double(__double2hiint(x.value) ^ (x.lane & (int)(one - 1u)), __double2loint(x.value));
}
static __device__ __forceinline__ void tie(Indexed<long long> &x, unsigned one) { x.value ^= (unsigned)x.lane & (one - 1u); }

// number is small, whole and not zero, so that sums of floats are exact in any
// order and in 16 bits, and no answer hangs on the sign of a zero.
static int number(unsigned seed)
{
    seed = (seed + 1u) * 2654435761u;
    seed ^= seed >> 15;
    return 1 + (int)(seed * 2246822519u >> 28);
}

// make fills one thread's value from a seed; lanes and keys are set on the GPU.
template <class T> static void make(T &x, unsigned seed) { x = (T)(number(seed) * (T(-1) < T(0) && seed % 3u == 0u ? -1 : 1)); }
static void make(__half &x, unsigned seed) { x = __float2half((float)(seed % 3u == 0u ? -number(seed) : number(seed))); }
template <class T> static void make(Indexed<T> &x, unsigned seed)
{
    make(x.value, seed);
    x.lane = 0;
}
static void make(Keyed &x, unsigned seed)
{
    make(x.value, seed);
    x.key = 0;
}
static void make(Planned &x, unsigned seed)
{
    make(x.value, seed);
    for (unsigned &place : x.plan)
        place = 0;
}
template <class T> static void make(Paired<T> &x, unsigned seed) // keys of a warp differ
{
    x.key = (T)((int)((seed * 13u + 5u) % 32u) - 16);
    x.value = seed * 7u + 1u;
}
template <class T, int n> static void make(Many<T, n> &x, unsigned seed)
{
    for (int i = 0; i < n; ++i)
        make(x.v[i], seed * (unsigned)n + (unsigned)i);
}

template <class T> static bool same(T a, T b) { return a == b; }
static bool same(__half a, __half b) { return __half2float(a) == __half2float(b); }
template <class T> static bool same(Indexed<T> a, Indexed<T> b) { return a.value == b.value && a.lane == b.lane; }
static bool same(Planned a, Planned b) { return a.value == b.value; }
template <class T> static bool same(Paired<T> a, Paired<T> b) { return a.key == b.key && a.value == b.value; }
static bool same(Keyed a, Keyed b) { return a.value == b.value; }
