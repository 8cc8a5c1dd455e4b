// The emitted functions as ways. One line each; None stands for what is not
// emitted yet, and its row then shows the peers alone.
#pragma once

#include "rows.cuh"

#include "ours/all.cuh"

// OURS names a way that works on a TYPE, is a KIND of way.cuh and makes the call
// that the rest of its arguments are, of mask and v.
#define OURS(NAME, TYPE, KIND, ...)                                                                              \
    struct NAME : KIND {                                                                                         \
        using T = TYPE;                                                                                          \
        static constexpr const char *name = "ours";                                                              \
        static __device__ __forceinline__ T call(unsigned mask, T v, Storage &) { return __VA_ARGS__; }          \
    };

// WINNER names a way that finds the greatest of a TYPE by the call that the rest of its
// arguments are, of mask, v.value and &v.lane; BATCH one that reduces N values of a
// lane in place.
#define WINNER(NAME, TYPE, ...)                                                                                  \
    struct NAME : Everywhere {                                                                                   \
        using T = Indexed<TYPE>;                                                                                 \
        static constexpr const char *name = "ours";                                                              \
        static __device__ __forceinline__ T call(unsigned mask, T v, Storage &)                                  \
        {                                                                                                        \
            v.value = __VA_ARGS__;                                                                               \
            return v;                                                                                            \
        }                                                                                                        \
    };
template <class T, int n> struct BatchOf { using Way = None; };
#define BATCH(TYPE, N, FUNCTION)                                                                                 \
    template <> struct BatchOf<TYPE, N> {                                                                        \
        struct Way : Spread<N> {                                                                                 \
            using T = Many<TYPE, N>;                                                                             \
            static constexpr const char *name = "ours";                                                          \
            static __device__ __forceinline__ T call(unsigned, T v, Storage &)                                   \
            {                                                                                                    \
                FUNCTION(v.v);                                                                                   \
                return v;                                                                                        \
            }                                                                                                    \
        };                                                                                                       \
    };

// TRANSPOSE names the transpose of N values of a TYPE in each lane, in place, by shuffles;
// LENT that through shared memory. Of<T, n> is what -memory auto chooses, Forced<T, n> the
// other way.
template <class T, int n> struct TransposeOf { using Way = None; };
template <class T, int n> struct ForcedTransposeOf { using Way = None; };
#define TRANSPOSE(OF, TYPE, N, FUNCTION)                                                                         \
    template <> struct OF##TransposeOf<TYPE, N> {                                                                \
        struct Way : Moved<N> {                                                                                  \
            using T = Many<TYPE, N>;                                                                             \
            static constexpr const char *name = "ours";                                                          \
            static __device__ __forceinline__ T call(unsigned, T v, Nothing &)                                   \
            {                                                                                                    \
                FUNCTION(v.v);                                                                                   \
                return v;                                                                                        \
            }                                                                                                    \
        };                                                                                                       \
    };
#define LENT(OF, TYPE, N, FUNCTION)                                                                              \
    template <> struct OF##TransposeOf<TYPE, N> {                                                                \
        struct Way : Moved<N> {                                                                                  \
            using T = Many<TYPE, N>;                                                                             \
            using Storage = FUNCTION##_memory;                                                                   \
            static constexpr const char *name = "ours";                                                          \
            static __device__ __forceinline__ T call(unsigned, T v, Storage &memory)                             \
            {                                                                                                    \
                FUNCTION(v.v, memory);                                                                           \
                return v;                                                                                        \
            }                                                                                                    \
        };                                                                                                       \
    };

// SORT names the sort of N values of a TYPE in each lane, in place.
template <class T, int n> struct SortOf { using Way = None; };
#define SORT(TYPE, N, FUNCTION)                                                                                  \
    template <> struct SortOf<TYPE, N> {                                                                         \
        struct Way : Sorted<N> {                                                                                 \
            using T = Many<TYPE, N>;                                                                             \
            static constexpr const char *name = "ours";                                                          \
            static __device__ __forceinline__ T call(unsigned, T v, Nothing &)                                   \
            {                                                                                                    \
                FUNCTION(v.v);                                                                                   \
                return v;                                                                                        \
            }                                                                                                    \
        };                                                                                                       \
    };

// PAIRS names the sort of a key of a TYPE and a value in each lane.
template <class T> struct PairsOf { using Way = None; };
#define PAIRS(TYPE, FUNCTION)                                                                                    \
    template <> struct PairsOf<TYPE> {                                                                           \
        struct Way : Everywhere {                                                                                \
            using T = Paired<TYPE>;                                                                              \
            static constexpr const char *name = "ours";                                                          \
            static __device__ __forceinline__ T call(unsigned, T v, Nothing &)                                   \
            {                                                                                                    \
                v.key = FUNCTION(v.key, &v.value);                                                               \
                return v;                                                                                        \
            }                                                                                                    \
        };                                                                                                       \
    };

// PICK names the first K of the N values of each lane.
template <int n, int k> struct PickOf { using Way = None; };
#define PICK(N, K, FUNCTION)                                                                                     \
    template <> struct PickOf<N, K> {                                                                            \
        struct Way : Picked<N, K> {                                                                              \
            using T = Many<int, Picked<N, K>::registers>;                                                        \
            static constexpr const char *name = "ours";                                                          \
            static __device__ __forceinline__ T call(unsigned, T v, Nothing &)                                   \
            {                                                                                                    \
                FUNCTION(v.v);                                                                                   \
                return v;                                                                                        \
            }                                                                                                    \
        };                                                                                                       \
    };

struct FirstEightByMemory : Picked<1, 8> {
    using T = Many<int, 8>;
    using Storage = topk_int32_w32_n1_k8_shared_full_memory;
    static constexpr const char *name = "ours";
    static __device__ __forceinline__ T call(unsigned, T v, Storage &s)
    {
        topk_int32_w32_n1_k8_shared_full(v.v, s);
        return v;
    }
};

OURS(SumInt, int, Everywhere, reduce_sum_int32_w32_full(v))
OURS(SumIntMember, int, Everywhere, reduce_sum_int32_w32(mask, v))
OURS(SumInt16, int, Everywhere, reduce_sum_int32_w16_full(v))
OURS(SumFloat, float, Everywhere, reduce_sum_float32_w32_full(v))
OURS(SumFloatMember, float, Everywhere, reduce_sum_float32_w32(mask, v))
OURS(MaxFloat, float, Everywhere, reduce_max_float32_w32_full(v))
OURS(MaxHalf, __half, Everywhere, reduce_max_float16_w32_full(v))
OURS(MaxDouble, double, Everywhere, reduce_max_float64_w32_full(v))
OURS(SumLong, long long, Everywhere, reduce_sum_int64_w32_full(v))
OURS(MaxLong, long long, Everywhere, reduce_max_int64_w32_full(v))
OURS(XorLong, unsigned long long, Everywhere, reduce_xor_uint64_w32_full(v))
OURS(MinByte, unsigned char, Everywhere, reduce_min_uint8_w32_full(v))
WINNER(WinnerFloat, float, reduce_argmax_float32_w32_full(v.value, &v.lane))
WINNER(WinnerFloatMember, float, reduce_argmax_float32_w32(mask, v.value, &v.lane))
WINNER(WinnerLong, long long, reduce_argmax_int64_w32_full(v.value, &v.lane))
WINNER(WinnerDouble, double, reduce_argmax_float64_w32_full(v.value, &v.lane))
OURS(ScanInt, int, Everywhere, inclusive_scan_sum_int32_w32_full(v))
OURS(ScanFloat, float, Everywhere, inclusive_scan_sum_float32_w32_full(v))
OURS(SumFloat3, float, Everywhere, reduce_sum_float32_w3_full(v))
OURS(SumFloat5, float, Everywhere, reduce_sum_float32_w5_full(v))
OURS(SumFloat6, float, Everywhere, reduce_sum_float32_w6_full(v))
OURS(SumFloat7, float, Everywhere, reduce_sum_float32_w7_full(v))
OURS(SumFloat9, float, Everywhere, reduce_sum_float32_w9_full(v))
OURS(SumFloat12, float, Everywhere, reduce_sum_float32_w12_full(v))
OURS(SumFloat15, float, Everywhere, reduce_sum_float32_w15_full(v))
OURS(SumFloat24, float, Everywhere, reduce_sum_float32_w24_full(v))
OURS(SumFloat31, float, Everywhere, reduce_sum_float32_w31_full(v))
BATCH(float, 1, batch_reduce_sum_float32_w32_n1_full)
BATCH(float, 4, batch_reduce_sum_float32_w32_n4_full)
BATCH(float, 8, batch_reduce_sum_float32_w32_n8_full)
BATCH(float, 16, batch_reduce_sum_float32_w32_n16_full)
BATCH(float, 32, batch_reduce_sum_float32_w32_n32_full)
BATCH(__half, 1, batch_reduce_sum_float16_w32_n1_full)
BATCH(__half, 4, batch_reduce_sum_float16_w32_n4_full)
BATCH(__half, 8, batch_reduce_sum_float16_w32_n8_full)
BATCH(__half, 16, batch_reduce_sum_float16_w32_n16_full)
BATCH(__half, 32, batch_reduce_sum_float16_w32_n32_full)
TRANSPOSE(, float, 2, transpose_float32_w32_n2_full)
TRANSPOSE(, float, 3, transpose_float32_w32_n3_full)
TRANSPOSE(, float, 4, transpose_float32_w32_n4_full)
TRANSPOSE(, float, 5, transpose_float32_w32_n5_full)
TRANSPOSE(, float, 6, transpose_float32_w32_n6_full)
TRANSPOSE(, float, 7, transpose_float32_w32_n7_full)
LENT(, float, 8, transpose_float32_w32_n8_full)
LENT(, float, 9, transpose_float32_w32_n9_full)
LENT(, float, 16, transpose_float32_w32_n16_full)
LENT(, float, 32, transpose_float32_w32_n32_full)
TRANSPOSE(, double, 2, transpose_float64_w32_n2_full)
TRANSPOSE(, double, 3, transpose_float64_w32_n3_full)
TRANSPOSE(, double, 4, transpose_float64_w32_n4_full)
TRANSPOSE(, double, 5, transpose_float64_w32_n5_full)
LENT(, double, 8, transpose_float64_w32_n8_full)
LENT(, double, 16, transpose_float64_w32_n16_full)
TRANSPOSE(, __half, 2, transpose_float16_w32_n2_full)
LENT(, __half, 4, transpose_float16_w32_n4_full)
LENT(, __half, 8, transpose_float16_w32_n8_full)
LENT(, __half, 16, transpose_float16_w32_n16_full)
LENT(, __half, 32, transpose_float16_w32_n32_full)
TRANSPOSE(, unsigned char, 2, transpose_uint8_w32_n2_full)
LENT(, unsigned char, 4, transpose_uint8_w32_n4_full)
LENT(, unsigned char, 8, transpose_uint8_w32_n8_full)
LENT(, unsigned char, 16, transpose_uint8_w32_n16_full)
LENT(, unsigned char, 32, transpose_uint8_w32_n32_full)
LENT(Forced, float, 4, transpose_float32_w32_n4_shared_full)
LENT(Forced, float, 5, transpose_float32_w32_n5_shared_full)
LENT(Forced, float, 7, transpose_float32_w32_n7_shared_full)
TRANSPOSE(Forced, float, 8, transpose_float32_w32_n8_shuffles_full)
TRANSPOSE(Forced, float, 9, transpose_float32_w32_n9_shuffles_full)
TRANSPOSE(Forced, float, 32, transpose_float32_w32_n32_shuffles_full)
LENT(Forced, double, 4, transpose_float64_w32_n4_shared_full)
LENT(Forced, __half, 2, transpose_float16_w32_n2_shared_full)
TRANSPOSE(Forced, __half, 4, transpose_float16_w32_n4_shuffles_full)
TRANSPOSE(Forced, __half, 8, transpose_float16_w32_n8_shuffles_full)
TRANSPOSE(Forced, __half, 16, transpose_float16_w32_n16_shuffles_full)
TRANSPOSE(Forced, unsigned char, 4, transpose_uint8_w32_n4_shuffles_full)
TRANSPOSE(Forced, unsigned char, 8, transpose_uint8_w32_n8_shuffles_full)
SORT(int, 1, sort_int32_w32_n1_full)
SORT(int, 2, sort_int32_w32_n2_full)
SORT(int, 4, sort_int32_w32_n4_full)
SORT(int, 8, sort_int32_w32_n8_full)
SORT(float, 1, sort_float32_w32_n1_full)
PAIRS(int, sort_int32_w32_value_uint32_full)
PAIRS(float, sort_float32_w32_value_uint32_full)
PAIRS(long long, sort_int64_w32_value_uint32_full)
PAIRS(double, sort_float64_w32_value_uint32_full)
SORT(long long, 1, sort_int64_w32_n1_full)
SORT(double, 1, sort_float64_w32_n1_full)
PICK(1, 1, topk_int32_w32_n1_k1_full)
PICK(1, 2, topk_int32_w32_n1_k2_full)
PICK(1, 4, topk_int32_w32_n1_k4_full)
PICK(1, 8, topk_int32_w32_n1_k8_full)
PICK(8, 1, topk_int32_w32_n8_k1_full)
PICK(8, 2, topk_int32_w32_n8_k2_full)
PICK(8, 4, topk_int32_w32_n8_k4_full)
PICK(8, 8, topk_int32_w32_n8_k8_full)

// STRUCT names the shuffle of a struct of N floats.
template <int n> struct StructOf { using Way = None; };
#define STRUCT(N, TYPE, FUNCTION)                                                                                \
    template <> struct StructOf<N> {                                                                             \
        struct Way : Moved<N> {                                                                                  \
            using T = Many<float, N>;                                                                            \
            static constexpr const char *name = "ours";                                                          \
            static __device__ __forceinline__ T call(unsigned, T v, Nothing &)                                   \
            {                                                                                                    \
                TYPE x;                                                                                          \
                bool pred;                                                                                       \
                for (int i = 0; i < N; ++i)                                                                      \
                    x.at[i] = v.v[i];                                                                            \
                x = FUNCTION(x, &pred);                                                                          \
                for (int i = 0; i < N; ++i)                                                                      \
                    v.v[i] = x.at[i];                                                                            \
                return v;                                                                                        \
            }                                                                                                    \
        };                                                                                                       \
    };

STRUCT(3, geom_vec3, shfl_down_vec3_w32_d1_full)
STRUCT(4, geom_vec4, shfl_down_vec4_w32_d1_full)
STRUCT(8, geom_vec8, shfl_down_vec8_w32_d1_full)

// What a user's operator takes and gives, as several values.
static __device__ __forceinline__ stats_summary summary(Many<int, 4> v) { return {v.v[0], v.v[1], v.v[2], (unsigned)v.v[3]}; }
static __device__ __forceinline__ Many<int, 4> values(stats_summary v) { return {{v.Min, v.Max, v.Sum, (int)v.Count}}; }
static __device__ __forceinline__ stats_affine affine(Many<unsigned, 2> v) { return {v.v[0], v.v[1]}; }
static __device__ __forceinline__ Many<unsigned, 2> values(stats_affine v) { return {{v.A, v.B}}; }

typedef Many<int, 4> FourInts;
typedef Many<unsigned, 2> TwoWords;
OURS(Summary32, FourInts, Moved<4>, values(reduce_merge_summary_w32_full(summary(v))))
OURS(Summary12, FourInts, Moved<4>, values(reduce_merge_summary_w12_full(summary(v))))
OURS(ScanAffine, TwoWords, Moved<2>, values(inclusive_scan_compose_affine_w32_full(affine(v))))

// The same operators, for others.
struct MergeSummaries {
    __device__ __forceinline__ FourInts operator()(FourInts a, FourInts b) const { return values(reduce_merge_summary_w32_full_op(summary(a), summary(b))); }
};
struct ComposeAffine {
    __device__ __forceinline__ TwoWords operator()(TwoWords a, TwoWords b) const { return values(inclusive_scan_compose_affine_w32_full_op(affine(a), affine(b))); }
};

OURS(ActiveSumInt, int, Members, reduce_sum_int32_w32_active(__activemask(), v))
OURS(ActiveMaxFloat, float, Members, reduce_max_float32_w32_active(__activemask(), v))
OURS(ActiveSumFloat, float, Members, reduce_sum_float32_w32_active(__activemask(), v))
OURS(ActiveSumDouble, double, Members, reduce_sum_float64_w32_active(__activemask(), v))
OURS(ActiveScanFloat, float, Members, inclusive_scan_sum_float32_w32_active(__activemask(), v))
OURS(ActiveScanDouble, double, Members, inclusive_scan_sum_float64_w32_active(__activemask(), v))

// The plan is made before the first call.
struct PlannedSumFloat : Members {
    using T = Planned;
    static constexpr const char *name = "ours";
    static __device__ __forceinline__ void start(unsigned mask, T &v)
    {
        if (calls(mask, lane_id()))
            reduce_sum_float32_w32_active_plan(mask, v.plan);
    }
    static __device__ __forceinline__ T call(unsigned, T v, Storage &)
    {
        v.value = reduce_sum_float32_w32_active_by(v.plan, v.value);
        return v;
    }
};

OURS(KeyedSumFloat, Keyed, ByKey, {keyed_reduce_sum_float32_w32_full(v.key, v.value), v.key})
