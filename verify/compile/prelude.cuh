// What nvcc and NVRTC define by themselves, for a clang without the CUDA
// toolkit: qualifiers, thread numbers, shuffles, barriers and the few
// mathematical functions that emitted code calls. The operand c of a shuffle is
// ((32 - width) << 8) | 31, and | 0 for up, as in the CUDA headers.
#pragma once

#define __device__ __attribute__((device))
#define __global__ __attribute__((global))
#define __shared__ __attribute__((shared))
#define __forceinline__ inline __attribute__((always_inline))

// Values, not objects: also a compiler that does not optimise reads registers.
struct shflgen_dim { unsigned x, y, z; };
static __device__ __forceinline__ shflgen_dim shflgen_thread()
{
    return {(unsigned)__nvvm_read_ptx_sreg_tid_x(), (unsigned)__nvvm_read_ptx_sreg_tid_y(), (unsigned)__nvvm_read_ptx_sreg_tid_z()};
}
static __device__ __forceinline__ shflgen_dim shflgen_block()
{
    return {(unsigned)__nvvm_read_ptx_sreg_ntid_x(), (unsigned)__nvvm_read_ptx_sreg_ntid_y(), (unsigned)__nvvm_read_ptx_sreg_ntid_z()};
}
#define threadIdx (shflgen_thread())
#define blockDim (shflgen_block())

static __device__ __forceinline__ int __float_as_int(float x) { return __builtin_bit_cast(int, x); }
static __device__ __forceinline__ float __int_as_float(int x) { return __builtin_bit_cast(float, x); }
static __device__ __forceinline__ long long __double_as_longlong(double x) { return __builtin_bit_cast(long long, x); }
static __device__ __forceinline__ double __longlong_as_double(long long x) { return __builtin_bit_cast(double, x); }
static __device__ __forceinline__ float __fadd_rn(float a, float b) { return __nvvm_add_rn_f(a, b); }
static __device__ __forceinline__ float __fmul_rn(float a, float b) { return __nvvm_mul_rn_f(a, b); }
static __device__ __forceinline__ double __dadd_rn(double a, double b) { return __nvvm_add_rn_d(a, b); }
static __device__ __forceinline__ double __dmul_rn(double a, double b) { return __nvvm_mul_rn_d(a, b); }
static __device__ __forceinline__ float fminf(float a, float b) { return __nvvm_fmin_f(a, b); }
static __device__ __forceinline__ float fmaxf(float a, float b) { return __nvvm_fmax_f(a, b); }
static __device__ __forceinline__ double fmin(double a, double b) { return __nvvm_fmin_d(a, b); }
static __device__ __forceinline__ double fmax(double a, double b) { return __nvvm_fmax_d(a, b); }

static __device__ __forceinline__ unsigned __byte_perm(unsigned a, unsigned b, unsigned selector)
{
    return (unsigned)__nvvm_prmt((int)a, (int)b, (int)selector);
}

// One shuffle of a word, and of anything larger word by word.
#define SHFLGEN_SHUFFLE(NAME, MODE, BOUND)                                                                        \
    static __device__ __forceinline__ int NAME(unsigned mask, int v, int b, int width = 32)                       \
    {                                                                                                             \
        return __nvvm_shfl_sync_##MODE##_i32(mask, v, b, (32 - width) << 8 | BOUND);                              \
    }                                                                                                             \
    static __device__ __forceinline__ unsigned NAME(unsigned mask, unsigned v, int b, int width = 32)             \
    {                                                                                                             \
        return (unsigned)NAME(mask, (int)v, b, width);                                                            \
    }                                                                                                             \
    static __device__ __forceinline__ unsigned long long NAME(unsigned mask, unsigned long long v, int b, int width = 32) \
    {                                                                                                             \
        unsigned lo, hi;                                                                                          \
        asm("mov.b64 {%0, %1}, %2;" : "=r"(lo), "=r"(hi) : "l"(v));                                               \
        lo = NAME(mask, lo, b, width), hi = NAME(mask, hi, b, width);                                             \
        asm("mov.b64 %0, {%1, %2};" : "=l"(v) : "r"(lo), "r"(hi));                                                \
        return v;                                                                                                 \
    }                                                                                                             \
    static __device__ __forceinline__ long long NAME(unsigned mask, long long v, int b, int width = 32)           \
    {                                                                                                             \
        return (long long)NAME(mask, (unsigned long long)v, b, width);                                            \
    }                                                                                                             \
    static __device__ __forceinline__ float NAME(unsigned mask, float v, int b, int width = 32)                   \
    {                                                                                                             \
        return __builtin_bit_cast(float, NAME(mask, __builtin_bit_cast(int, v), b, width));                       \
    }                                                                                                             \
    static __device__ __forceinline__ double NAME(unsigned mask, double v, int b, int width = 32)                 \
    {                                                                                                             \
        return __builtin_bit_cast(double, NAME(mask, __builtin_bit_cast(unsigned long long, v), b, width));       \
    }
SHFLGEN_SHUFFLE(__shfl_sync, idx, 31)
SHFLGEN_SHUFFLE(__shfl_up_sync, up, 0)
SHFLGEN_SHUFFLE(__shfl_down_sync, down, 31)
SHFLGEN_SHUFFLE(__shfl_xor_sync, bfly, 31)

// A bit of each lane, and the place of a word's lowest bit, counted from 1; 0 if none is set.
static __device__ __forceinline__ unsigned __ballot_sync(unsigned mask, int bit) { return __nvvm_vote_ballot_sync(mask, bit != 0); }
static __device__ __forceinline__ int __ffs(int x)
{
    unsigned reversed, first; // as nvcc does it
    asm("brev.b32 %0, %1;" : "=r"(reversed) : "r"(x));
    asm("bfind.shiftamt.u32 %0, %1;" : "=r"(first) : "r"(reversed));
    return (int)first + 1;
}

// The lanes that have the same value.
static __device__ __forceinline__ unsigned __match_any_sync(unsigned mask, unsigned v) { return (unsigned)__nvvm_match_any_sync_i32(mask, v); }
static __device__ __forceinline__ unsigned __match_any_sync(unsigned mask, unsigned long long v) { return (unsigned)__nvvm_match_any_sync_i64(mask, v); }

// Reductions by the hardware: the value, then the member mask.
#if __CUDA_ARCH__ >= 800
static __device__ __forceinline__ int __reduce_add_sync(unsigned mask, int v) { return __nvvm_redux_sync_add(v, mask); }
static __device__ __forceinline__ unsigned __reduce_add_sync(unsigned mask, unsigned v) { return (unsigned)__nvvm_redux_sync_add((int)v, mask); }
static __device__ __forceinline__ int __reduce_min_sync(unsigned mask, int v) { return __nvvm_redux_sync_min(v, mask); }
static __device__ __forceinline__ unsigned __reduce_min_sync(unsigned mask, unsigned v) { return __nvvm_redux_sync_umin(v, mask); }
static __device__ __forceinline__ int __reduce_max_sync(unsigned mask, int v) { return __nvvm_redux_sync_max(v, mask); }
static __device__ __forceinline__ unsigned __reduce_max_sync(unsigned mask, unsigned v) { return __nvvm_redux_sync_umax(v, mask); }
static __device__ __forceinline__ unsigned __reduce_and_sync(unsigned mask, unsigned v) { return (unsigned)__nvvm_redux_sync_and((int)v, mask); }
static __device__ __forceinline__ unsigned __reduce_or_sync(unsigned mask, unsigned v) { return (unsigned)__nvvm_redux_sync_or((int)v, mask); }
static __device__ __forceinline__ unsigned __reduce_xor_sync(unsigned mask, unsigned v) { return (unsigned)__nvvm_redux_sync_xor((int)v, mask); }
#endif
