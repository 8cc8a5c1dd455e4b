// What nvcc and NVRTC define by themselves, for a clang without the CUDA
// toolkit: qualifiers, vectors, thread numbers, the integer and float functions
// that code of a warp commonly calls, shuffles, votes and barriers. What is not
// here does not compile. The operand c of a shuffle is ((32 - width) << 8) | 31,
// and | 0 for up, as in the CUDA headers.
#pragma once

#define __CUDACC__ 1
#define __host__ __attribute__((host))
#define __device__ __attribute__((device))
#define __global__ __attribute__((global))
#define __shared__ __attribute__((shared))
#define __constant__ __attribute__((constant))
#define __forceinline__ inline __attribute__((always_inline))
#define __launch_bounds__(...) __attribute__((launch_bounds(__VA_ARGS__)))
#define __cluster_dims__(...) // clang 19 has no attribute for it, and the launch says it
#define SHFLGEN_FUNCTION static __device__ __forceinline__ __attribute__((nodebug)) // has the position of its call

// Vectors, aligned as in CUDA: of two and four to their size, but to no more than 16 bytes.
#define SHFLGEN_VECTORS(NAME, T, TWO, FOUR)                                                                   \
    struct NAME##1 { T x; };                                                                                  \
    struct alignas(TWO) NAME##2 { T x, y; };                                                                  \
    struct NAME##3 { T x, y, z; };                                                                            \
    struct alignas(FOUR) NAME##4 { T x, y, z, w; };                                                           \
    static __host__ __device__ __forceinline__ NAME##1 make_##NAME##1(T x) { return {x}; }                    \
    static __host__ __device__ __forceinline__ NAME##2 make_##NAME##2(T x, T y) { return {x, y}; }            \
    static __host__ __device__ __forceinline__ NAME##3 make_##NAME##3(T x, T y, T z) { return {x, y, z}; }    \
    static __host__ __device__ __forceinline__ NAME##4 make_##NAME##4(T x, T y, T z, T w) { return {x, y, z, w}; }
SHFLGEN_VECTORS(char, signed char, 2, 4)
SHFLGEN_VECTORS(uchar, unsigned char, 2, 4)
SHFLGEN_VECTORS(short, short, 4, 8)
SHFLGEN_VECTORS(ushort, unsigned short, 4, 8)
SHFLGEN_VECTORS(int, int, 8, 16)
SHFLGEN_VECTORS(uint, unsigned, 8, 16)
SHFLGEN_VECTORS(long, long, 16, 16)
SHFLGEN_VECTORS(ulong, unsigned long, 16, 16)
SHFLGEN_VECTORS(longlong, long long, 16, 16)
SHFLGEN_VECTORS(ulonglong, unsigned long long, 16, 16)
SHFLGEN_VECTORS(float, float, 8, 16)
SHFLGEN_VECTORS(double, double, 16, 16)

struct dim3 {
    unsigned x, y, z;
    __host__ __device__ constexpr dim3(unsigned x = 1, unsigned y = 1, unsigned z = 1) : x(x), y(y), z(z) {}
};

// Thread numbers. Values, not objects: also a compiler that does not optimise reads registers.
#define SHFLGEN_NUMBERS(NAME, REGISTER)                                                                       \
    SHFLGEN_FUNCTION uint3 shflgen_##NAME()                                                                   \
    {                                                                                                         \
        return {(unsigned)__nvvm_read_ptx_sreg_##REGISTER##_x(), (unsigned)__nvvm_read_ptx_sreg_##REGISTER##_y(), \
                (unsigned)__nvvm_read_ptx_sreg_##REGISTER##_z()};                                             \
    }
SHFLGEN_NUMBERS(thread, tid)
SHFLGEN_NUMBERS(block, ctaid)
SHFLGEN_NUMBERS(threads, ntid)
SHFLGEN_NUMBERS(blocks, nctaid)
#define threadIdx (shflgen_thread())
#define blockIdx (shflgen_block())
#define blockDim (shflgen_threads())
#define gridDim (shflgen_blocks())
#define warpSize 32

// What headers of the compiler name. A call of one is refused.
extern "C" __device__ void *malloc(__SIZE_TYPE__);
extern "C" __device__ void free(void *);

// The bits of floats.
SHFLGEN_FUNCTION int __float_as_int(float x) { return __builtin_bit_cast(int, x); }
SHFLGEN_FUNCTION unsigned __float_as_uint(float x) { return __builtin_bit_cast(unsigned, x); }
SHFLGEN_FUNCTION float __int_as_float(int x) { return __builtin_bit_cast(float, x); }
SHFLGEN_FUNCTION float __uint_as_float(unsigned x) { return __builtin_bit_cast(float, x); }
SHFLGEN_FUNCTION long long __double_as_longlong(double x) { return __builtin_bit_cast(long long, x); }
SHFLGEN_FUNCTION double __longlong_as_double(long long x) { return __builtin_bit_cast(double, x); }
SHFLGEN_FUNCTION int __double2hiint(double x) { return (int)(__double_as_longlong(x) >> 32); }
SHFLGEN_FUNCTION int __double2loint(double x) { return (int)__double_as_longlong(x); }
SHFLGEN_FUNCTION double __hiloint2double(int hi, int lo)
{
    return __longlong_as_double((long long)((unsigned long long)(unsigned)hi << 32 | (unsigned)lo));
}

// Arithmetic that rounds once and is never contracted. As with the toolkit's headers, that of
// float flushes denormals where the flags ask for it.
#define SHFLGEN_FLUSHES __nvvm_reflect("__CUDA_FTZ")
SHFLGEN_FUNCTION float __fadd_rn(float a, float b) { return SHFLGEN_FLUSHES ? __nvvm_add_rn_ftz_f(a, b) : __nvvm_add_rn_f(a, b); }
SHFLGEN_FUNCTION float __fsub_rn(float a, float b) { return __fadd_rn(a, -b); }
SHFLGEN_FUNCTION float __fmul_rn(float a, float b) { return SHFLGEN_FLUSHES ? __nvvm_mul_rn_ftz_f(a, b) : __nvvm_mul_rn_f(a, b); }
SHFLGEN_FUNCTION float __fmaf_rn(float a, float b, float c) { return SHFLGEN_FLUSHES ? __nvvm_fma_rn_ftz_f(a, b, c) : __nvvm_fma_rn_f(a, b, c); }
SHFLGEN_FUNCTION double __dadd_rn(double a, double b) { return __nvvm_add_rn_d(a, b); }
SHFLGEN_FUNCTION double __dsub_rn(double a, double b) { return __nvvm_add_rn_d(a, -b); }
SHFLGEN_FUNCTION double __dmul_rn(double a, double b) { return __nvvm_mul_rn_d(a, b); }
SHFLGEN_FUNCTION double __fma_rn(double a, double b, double c) { return __nvvm_fma_rn_d(a, b, c); }
SHFLGEN_FUNCTION float fmaf(float a, float b, float c) { return __fmaf_rn(a, b, c); }
SHFLGEN_FUNCTION double fma(double a, double b, double c) { return __nvvm_fma_rn_d(a, b, c); }

// Of a number and a NaN the number; -0 is below +0.
SHFLGEN_FUNCTION float fminf(float a, float b) { return SHFLGEN_FLUSHES ? __nvvm_fmin_ftz_f(a, b) : __nvvm_fmin_f(a, b); }
SHFLGEN_FUNCTION float fmaxf(float a, float b) { return SHFLGEN_FLUSHES ? __nvvm_fmax_ftz_f(a, b) : __nvvm_fmax_f(a, b); }
SHFLGEN_FUNCTION double fmin(double a, double b) { return __nvvm_fmin_d(a, b); }
SHFLGEN_FUNCTION double fmax(double a, double b) { return __nvvm_fmax_d(a, b); }
SHFLGEN_FUNCTION float fabsf(float x) { return __builtin_fabsf(x); }
SHFLGEN_FUNCTION double fabs(double x) { return __builtin_fabs(x); }

// min and max of two types are computed in the type to which CUDA's overloads take them.
#define SHFLGEN_ORDER(A, B, T)                                                                                \
    SHFLGEN_FUNCTION T min(A a, B b) { return (T)a < (T)b ? (T)a : (T)b; }                                    \
    SHFLGEN_FUNCTION T max(A a, B b) { return (T)a > (T)b ? (T)a : (T)b; }
#define SHFLGEN_ORDERS(S, U) SHFLGEN_ORDER(S, S, S) SHFLGEN_ORDER(U, U, U) SHFLGEN_ORDER(S, U, U) SHFLGEN_ORDER(U, S, U)
SHFLGEN_ORDERS(int, unsigned)
SHFLGEN_ORDERS(long, unsigned long)
SHFLGEN_ORDERS(long long, unsigned long long)
SHFLGEN_FUNCTION float min(float a, float b) { return fminf(a, b); }
SHFLGEN_FUNCTION float max(float a, float b) { return fmaxf(a, b); }
SHFLGEN_FUNCTION double min(double a, double b) { return fmin(a, b); }
SHFLGEN_FUNCTION double max(double a, double b) { return fmax(a, b); }
SHFLGEN_FUNCTION double min(float a, double b) { return fmin(a, b); }
SHFLGEN_FUNCTION double max(float a, double b) { return fmax(a, b); }
SHFLGEN_FUNCTION double min(double a, float b) { return fmin(a, b); }
SHFLGEN_FUNCTION double max(double a, float b) { return fmax(a, b); }
SHFLGEN_FUNCTION int abs(int x) { return x < 0 ? -x : x; }
SHFLGEN_FUNCTION long abs(long x) { return x < 0 ? -x : x; }
SHFLGEN_FUNCTION long labs(long x) { return x < 0 ? -x : x; }
SHFLGEN_FUNCTION long long abs(long long x) { return x < 0 ? -x : x; }
SHFLGEN_FUNCTION long long llabs(long long x) { return x < 0 ? -x : x; }
SHFLGEN_FUNCTION float abs(float x) { return fabsf(x); }
SHFLGEN_FUNCTION double abs(double x) { return fabs(x); }
SHFLGEN_FUNCTION bool isnan(float x) { return x != x; }
SHFLGEN_FUNCTION bool isnan(double x) { return x != x; }

// Functions of CUDA's library of the device, by its names: clang without the toolkit has no code for them. A call of
// one is refused.
#define SHFLGEN_LIBRARY(NAME, CODE)                                                                           \
    extern "C" __device__ float __nv_##CODE##f(float);                                                        \
    extern "C" __device__ double __nv_##CODE(double);                                                         \
    SHFLGEN_FUNCTION float NAME##f(float x) { return __nv_##CODE##f(x); }                                     \
    SHFLGEN_FUNCTION float NAME(float x) { return __nv_##CODE##f(x); }                                        \
    SHFLGEN_FUNCTION double NAME(double x) { return __nv_##CODE(x); }
#define SHFLGEN_LIBRARY_OF(A, B, C, D)                                                                        \
    SHFLGEN_LIBRARY(A, A) SHFLGEN_LIBRARY(B, B) SHFLGEN_LIBRARY(C, C) SHFLGEN_LIBRARY(D, D)
SHFLGEN_LIBRARY_OF(exp, exp2, exp10, expm1)
SHFLGEN_LIBRARY_OF(log, log2, log10, log1p)
SHFLGEN_LIBRARY_OF(sin, cos, tan, asin)
SHFLGEN_LIBRARY_OF(acos, atan, sinh, cosh)
SHFLGEN_LIBRARY_OF(tanh, asinh, acosh, atanh)
SHFLGEN_LIBRARY_OF(erf, erfc, sqrt, rsqrt)
SHFLGEN_LIBRARY_OF(cbrt, floor, ceil, trunc)
SHFLGEN_LIBRARY_OF(round, rint, nearbyint, normcdf)
#define SHFLGEN_LIBRARY_TWO(NAME)                                                                             \
    extern "C" __device__ float __nv_##NAME##f(float, float);                                                 \
    extern "C" __device__ double __nv_##NAME(double, double);                                                 \
    SHFLGEN_FUNCTION float NAME##f(float x, float y) { return __nv_##NAME##f(x, y); }                         \
    SHFLGEN_FUNCTION float NAME(float x, float y) { return __nv_##NAME##f(x, y); }                            \
    SHFLGEN_FUNCTION double NAME(double x, double y) { return __nv_##NAME(x, y); }
SHFLGEN_LIBRARY_TWO(pow)
SHFLGEN_LIBRARY_TWO(fmod)
SHFLGEN_LIBRARY_TWO(atan2)
SHFLGEN_LIBRARY_TWO(hypot)
SHFLGEN_LIBRARY_TWO(copysign)
#define SHFLGEN_FAST(NAME)                                                                                    \
    extern "C" __device__ float __nv_fast_##NAME(float);                                                      \
    SHFLGEN_FUNCTION float __##NAME(float x) { return __nv_fast_##NAME(x); }
SHFLGEN_FAST(expf)
SHFLGEN_FAST(exp10f)
SHFLGEN_FAST(logf)
SHFLGEN_FAST(log2f)
SHFLGEN_FAST(log10f)
SHFLGEN_FAST(sinf)
SHFLGEN_FAST(cosf)
SHFLGEN_FAST(tanf)

// Bits of integers: how many are set, how many are zero above the highest, the place of the
// lowest, counted from 1, and all in the other order. Of 0 __clz is 32 and __ffs 0.
SHFLGEN_FUNCTION int __popc(unsigned x) { return __builtin_popcount(x); }
SHFLGEN_FUNCTION int __popcll(unsigned long long x) { return __builtin_popcountll(x); }
SHFLGEN_FUNCTION unsigned __brev(unsigned x) { return __builtin_bitreverse32(x); }
SHFLGEN_FUNCTION unsigned long long __brevll(unsigned long long x) { return __builtin_bitreverse64(x); }
SHFLGEN_FUNCTION int __clz(int x)
{
    int n;
    asm("clz.b32 %0, %1;" : "=r"(n) : "r"(x));
    return n;
}
SHFLGEN_FUNCTION int __clzll(long long x)
{
    int n;
    asm("clz.b64 %0, %1;" : "=r"(n) : "l"(x));
    return n;
}
SHFLGEN_FUNCTION int __ffs(int x)
{
    unsigned first; // as nvcc does it
    asm("bfind.shiftamt.u32 %0, %1;" : "=r"(first) : "r"(__brev((unsigned)x)));
    return (int)first + 1;
}
SHFLGEN_FUNCTION int __ffsll(long long x) { return x == 0 ? 0 : __clzll((long long)__brevll((unsigned long long)x)) + 1; }
SHFLGEN_FUNCTION int __mulhi(int a, int b) { return (int)((long long)a * b >> 32); }
SHFLGEN_FUNCTION unsigned __umulhi(unsigned a, unsigned b) { return (unsigned)((unsigned long long)a * b >> 32); }
SHFLGEN_FUNCTION unsigned long long __umul64hi(unsigned long long a, unsigned long long b) { return (unsigned long long)((unsigned __int128)a * b >> 64); }

// The upper word of hi:lo moved left, or the lower word of it moved right, by shift modulo 32
// or (c) by shift, but by no more than 32.
#define SHFLGEN_FUNNEL(NAME, WAY)                                                                             \
    SHFLGEN_FUNCTION unsigned NAME(unsigned lo, unsigned hi, unsigned shift)                                  \
    {                                                                                                         \
        unsigned r;                                                                                           \
        asm("shf." WAY ".b32 %0, %1, %2, %3;" : "=r"(r) : "r"(lo), "r"(hi), "r"(shift));                      \
        return r;                                                                                             \
    }
SHFLGEN_FUNNEL(__funnelshift_l, "l.wrap")
SHFLGEN_FUNNEL(__funnelshift_lc, "l.clamp")
SHFLGEN_FUNNEL(__funnelshift_r, "r.wrap")
SHFLGEN_FUNNEL(__funnelshift_rc, "r.clamp")

SHFLGEN_FUNCTION unsigned __byte_perm(unsigned a, unsigned b, unsigned selector)
{
    return (unsigned)__nvvm_prmt((int)a, (int)b, (int)selector);
}

SHFLGEN_FUNCTION void __trap() { asm volatile("trap;"); }

// The widths of a segment. Of others CUDA leaves the result of a shuffle undefined.
SHFLGEN_FUNCTION int shflgen_width(int width)
{
    if (width != 32 && width != 16 && width != 8 && width != 4 && width != 2 && width != 1)
        __trap();
    return width;
}

// One shuffle of a word, and of anything larger word by word.
#define SHFLGEN_SHUFFLE(NAME, MODE, BOUND)                                                                        \
    SHFLGEN_FUNCTION int NAME(unsigned mask, int v, int b, int width = 32)                                        \
    {                                                                                                             \
        return __nvvm_shfl_sync_##MODE##_i32(mask, v, b, (32 - shflgen_width(width)) << 8 | BOUND);               \
    }                                                                                                             \
    SHFLGEN_FUNCTION unsigned long long NAME(unsigned mask, unsigned long long v, int b, int width = 32)          \
    {                                                                                                             \
        int lo, hi;                                                                                               \
        asm("mov.b64 {%0, %1}, %2;" : "=r"(lo), "=r"(hi) : "l"(v));                                               \
        lo = NAME(mask, lo, b, width), hi = NAME(mask, hi, b, width);                                             \
        asm("mov.b64 %0, {%1, %2};" : "=l"(v) : "r"(lo), "r"(hi));                                                \
        return v;                                                                                                 \
    }                                                                                                             \
    SHFLGEN_SHUFFLE_AS(NAME, unsigned, int)                                                                       \
    SHFLGEN_SHUFFLE_AS(NAME, float, int)                                                                          \
    SHFLGEN_SHUFFLE_AS(NAME, long, unsigned long long)                                                            \
    SHFLGEN_SHUFFLE_AS(NAME, unsigned long, unsigned long long)                                                   \
    SHFLGEN_SHUFFLE_AS(NAME, long long, unsigned long long)                                                       \
    SHFLGEN_SHUFFLE_AS(NAME, double, unsigned long long)
#define SHFLGEN_SHUFFLE_AS(NAME, T, BITS)                                                                         \
    SHFLGEN_FUNCTION T NAME(unsigned mask, T v, int b, int width = 32)                                            \
    {                                                                                                             \
        return __builtin_bit_cast(T, NAME(mask, __builtin_bit_cast(BITS, v), b, width));                          \
    }
SHFLGEN_SHUFFLE(__shfl_sync, idx, 31)
SHFLGEN_SHUFFLE(__shfl_up_sync, up, 0)
SHFLGEN_SHUFFLE(__shfl_down_sync, down, 31)
SHFLGEN_SHUFFLE(__shfl_xor_sync, bfly, 31)

// Votes and matches.
SHFLGEN_FUNCTION unsigned __ballot_sync(unsigned mask, int bit) { return __nvvm_vote_ballot_sync(mask, bit != 0); }
SHFLGEN_FUNCTION int __any_sync(unsigned mask, int bit) { return __nvvm_vote_any_sync(mask, bit != 0); }
SHFLGEN_FUNCTION int __all_sync(unsigned mask, int bit) { return __nvvm_vote_all_sync(mask, bit != 0); }
SHFLGEN_FUNCTION int __uni_sync(unsigned mask, int bit) { return __nvvm_vote_uni_sync(mask, bit != 0); }
#define SHFLGEN_MATCH(T, BITS, W)                                                                                 \
    SHFLGEN_FUNCTION unsigned __match_any_sync(unsigned mask, T v)                                                \
    {                                                                                                             \
        return (unsigned)__nvvm_match_any_sync_i##W(mask, __builtin_bit_cast(BITS, v));                           \
    }                                                                                                             \
    SHFLGEN_FUNCTION unsigned __match_all_sync(unsigned mask, T v, int *same)                                     \
    {                                                                                                             \
        return (unsigned)__nvvm_match_all_sync_i##W##p(mask, __builtin_bit_cast(BITS, v), same);                  \
    }
SHFLGEN_MATCH(int, unsigned, 32)
SHFLGEN_MATCH(unsigned, unsigned, 32)
SHFLGEN_MATCH(float, unsigned, 32)
SHFLGEN_MATCH(long, unsigned long long, 64)
SHFLGEN_MATCH(unsigned long, unsigned long long, 64)
SHFLGEN_MATCH(long long, unsigned long long, 64)
SHFLGEN_MATCH(unsigned long long, unsigned long long, 64)
SHFLGEN_MATCH(double, unsigned long long, 64)
SHFLGEN_FUNCTION void __syncwarp(unsigned mask = 0xffffffffu) { __nvvm_bar_warp_sync(mask); }
SHFLGEN_FUNCTION unsigned __activemask()
{
    unsigned mask;
    asm volatile("activemask.b32 %0;" : "=r"(mask));
    return mask;
}

// Barriers of a block; __syncthreads is clang's own.
SHFLGEN_FUNCTION int __syncthreads_count(int bit) { return __nvvm_bar0_popc(bit); }
SHFLGEN_FUNCTION int __syncthreads_and(int bit) { return __nvvm_bar0_and(bit); }
SHFLGEN_FUNCTION int __syncthreads_or(int bit) { return __nvvm_bar0_or(bit); }

// Fences, and relaxed atomic operations. Some the prover does not follow: a file may contain them beside what is proved.
SHFLGEN_FUNCTION void __threadfence_block() { __nvvm_membar_cta(); }
SHFLGEN_FUNCTION void __threadfence() { __nvvm_membar_gl(); }
SHFLGEN_FUNCTION void __threadfence_system() { __nvvm_membar_sys(); }
#define SHFLGEN_ATOMIC(NAME, T, OP, R)                                                                            \
    SHFLGEN_FUNCTION T atomic##NAME(T *at, T v)                                                                   \
    {                                                                                                             \
        T was;                                                                                                    \
        asm volatile("atom." OP " %0, [%1], %2;" : "=" R(was) : "l"(at), R(v) : "memory");                        \
        return was;                                                                                               \
    }
#define SHFLGEN_ATOMIC_BITS(NAME, OP)                                                                             \
    SHFLGEN_ATOMIC(NAME, int, OP ".b32", "r")                                                                     \
    SHFLGEN_ATOMIC(NAME, unsigned, OP ".b32", "r")                                                                \
    SHFLGEN_ATOMIC(NAME, unsigned long long, OP ".b64", "l")
#define SHFLGEN_ATOMIC_BOUND(NAME, OP)                                                                            \
    SHFLGEN_ATOMIC(NAME, int, OP ".s32", "r")                                                                     \
    SHFLGEN_ATOMIC(NAME, unsigned, OP ".u32", "r")                                                                \
    SHFLGEN_ATOMIC(NAME, long long, OP ".s64", "l")                                                               \
    SHFLGEN_ATOMIC(NAME, unsigned long long, OP ".u64", "l")
SHFLGEN_ATOMIC(Add, int, "add.s32", "r")
SHFLGEN_ATOMIC(Add, unsigned, "add.u32", "r")
SHFLGEN_ATOMIC(Add, unsigned long long, "add.u64", "l")
SHFLGEN_ATOMIC(Add, float, "add.f32", "f")
SHFLGEN_ATOMIC(Add, double, "add.f64", "d")
SHFLGEN_FUNCTION int atomicSub(int *at, int v) { return atomicAdd(at, (int)-(unsigned)v); }
SHFLGEN_FUNCTION unsigned atomicSub(unsigned *at, unsigned v) { return atomicAdd(at, -v); }
SHFLGEN_ATOMIC_BITS(And, "and")
SHFLGEN_ATOMIC_BITS(Or, "or")
SHFLGEN_ATOMIC_BITS(Xor, "xor")
SHFLGEN_ATOMIC_BOUND(Min, "min")
SHFLGEN_ATOMIC_BOUND(Max, "max")
SHFLGEN_ATOMIC_BITS(Exch, "exch")
SHFLGEN_ATOMIC(Exch, float, "exch.b32", "f")
SHFLGEN_ATOMIC(Inc, unsigned, "inc.u32", "r")
SHFLGEN_ATOMIC(Dec, unsigned, "dec.u32", "r")
#define SHFLGEN_ATOMIC_CAS(T, BITS, R)                                                                            \
    SHFLGEN_FUNCTION T atomicCAS(T *at, T is, T v)                                                                \
    {                                                                                                             \
        T was;                                                                                                    \
        asm volatile("atom.cas." BITS " %0, [%1], %2, %3;" : "=" R(was) : "l"(at), R(is), R(v) : "memory");       \
        return was;                                                                                               \
    }
SHFLGEN_ATOMIC_CAS(int, "b32", "r")
SHFLGEN_ATOMIC_CAS(unsigned, "b32", "r")
SHFLGEN_ATOMIC_CAS(unsigned long long, "b64", "l")

// It prints, and is called as clang calls it.
extern "C" __device__ int printf(const char *, ...);

// An assertion that fails ends the kernel. A later <cassert> calls the function.
extern "C" __device__ __forceinline__ void __assert_fail(const char *, const char *, unsigned, const char *) noexcept { __trap(); }
#ifdef NDEBUG
#define assert(condition) ((void)0)
#else
#define assert(condition) ((condition) ? (void)0 : __trap())
#endif

// Macros of the C headers that nvcc reads before each file: what asks whether there is one defines none of its own.
#define INFINITY (__builtin_inff())
#define NAN (__builtin_nanf(""))
#define HUGE_VALF (__builtin_huge_valf())
#define HUGE_VAL (__builtin_huge_val())
#define M_E 2.7182818284590452354
#define M_LOG2E 1.4426950408889634074
#define M_LOG10E 0.43429448190325182765
#define M_LN2 0.69314718055994530942
#define M_LN10 2.30258509299404568402
#define M_PI 3.14159265358979323846
#define M_PI_2 1.57079632679489661923
#define M_PI_4 0.78539816339744830962
#define M_1_PI 0.31830988618379067154
#define M_2_PI 0.63661977236758134308
#define M_2_SQRTPI 1.12837916709551257390
#define M_SQRT2 1.41421356237309504880
#define M_SQRT1_2 0.70710678118654752440
#define MAXFLOAT 3.40282347e+38F
#define CHAR_BIT 8
#define SCHAR_MAX 127
#define SCHAR_MIN (-SCHAR_MAX - 1)
#define UCHAR_MAX 255
#define SHRT_MAX 32767
#define SHRT_MIN (-SHRT_MAX - 1)
#define USHRT_MAX 65535
#define INT_MAX 2147483647
#define INT_MIN (-INT_MAX - 1)
#define UINT_MAX 4294967295U
#define LLONG_MAX 9223372036854775807LL
#define LLONG_MIN (-LLONG_MAX - 1LL)
#define ULLONG_MAX 18446744073709551615ULL
#define LONG_MAX __LONG_MAX__
#define LONG_MIN (-LONG_MAX - 1L)
#define ULONG_MAX (LONG_MAX * 2UL + 1UL)
#define RAND_MAX 2147483647
#define EXIT_SUCCESS 0
#define EXIT_FAILURE 1

// Reductions by the hardware: the value, then the member mask.
#if __CUDA_ARCH__ >= 800
SHFLGEN_FUNCTION int __reduce_add_sync(unsigned mask, int v) { return __nvvm_redux_sync_add(v, mask); }
SHFLGEN_FUNCTION unsigned __reduce_add_sync(unsigned mask, unsigned v) { return (unsigned)__nvvm_redux_sync_add((int)v, mask); }
SHFLGEN_FUNCTION int __reduce_min_sync(unsigned mask, int v) { return __nvvm_redux_sync_min(v, mask); }
SHFLGEN_FUNCTION unsigned __reduce_min_sync(unsigned mask, unsigned v) { return __nvvm_redux_sync_umin(v, mask); }
SHFLGEN_FUNCTION int __reduce_max_sync(unsigned mask, int v) { return __nvvm_redux_sync_max(v, mask); }
SHFLGEN_FUNCTION unsigned __reduce_max_sync(unsigned mask, unsigned v) { return __nvvm_redux_sync_umax(v, mask); }
SHFLGEN_FUNCTION unsigned __reduce_and_sync(unsigned mask, unsigned v) { return (unsigned)__nvvm_redux_sync_and((int)v, mask); }
SHFLGEN_FUNCTION unsigned __reduce_or_sync(unsigned mask, unsigned v) { return (unsigned)__nvvm_redux_sync_or((int)v, mask); }
SHFLGEN_FUNCTION unsigned __reduce_xor_sync(unsigned mask, unsigned v) { return (unsigned)__nvvm_redux_sync_xor((int)v, mask); }
#endif
