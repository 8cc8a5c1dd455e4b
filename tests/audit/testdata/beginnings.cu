// Extrema that begin with a number: with the least float they are wrong of infinities and NaNs alone.

// undecided: folded<Greater>(Greater, float, float): folded(F, float, float): float is no mask, number, index or shared memory
template <class F> __device__ __forceinline__ float folded(F better, float begin, float v)
{
    for (int d = 16; d > 0; d /= 2)
        v = better(v, __shfl_xor_sync(~0u, v, d));
    return better(begin, v);
}

struct Greater { __device__ float operator()(float a, float b) const { return fmaxf(a, b); } };
struct Less { __device__ float operator()(float a, float b) const { return fminf(a, b); } };

// proved: maximum_from_least(float): every lane receives the maximum of all lanes in the warp; called by all 32 lanes of a warp; sm_80; if no element is a NaN or infinite; else lane 0: expected 0xff800000 (-Inf), got 0xff7fffff (-3.4028235e+38)
__device__ float maximum_from_least(float v) { return folded(Greater(), -3.402823466e+38f, v); }

// proved: minimum_from_greatest(float): every lane receives the minimum of all lanes in the warp; called by all 32 lanes of a warp; sm_80; if no element is a NaN or infinite; else lane 0: expected 0x7f800000 (+Inf), got 0x7f7fffff (3.4028235e+38)
__device__ float minimum_from_greatest(float v) { return folded(Less(), 3.402823466e+38f, v); }

// refuted: maximum_from_1e20(float): on ordinary numbers, every lane receives the maximum of all lanes in the warp; but lane 0: expected 0xfee0dfba (-1.4945436e+38), got 0xe0ad78ec (-1e+20); wrong on the least numbers of the type; right: NaN, the identity of max, for a lane without an element, not -1e+20
__device__ float maximum_from_1e20(float v) { return folded(Greater(), -1e20f, v); }

// refuted: maximum_from_near_least(float): on ordinary numbers, every lane receives the maximum of all lanes in the warp; but lane 0: expected 0xff7fffff (-3.4028235e+38), got 0xff7ffffe (-3.4028233e+38); right: NaN, the identity of max, for a lane without an element, not -3.4028233e+38
__device__ float maximum_from_near_least(float v) { return folded(Greater(), -3.4028233e+38f, v); }

// refuted: minimum_from_0(float): on ordinary numbers, every lane receives the minimum of all lanes in the warp; but lane 0: expected 0x3f800000 (1), got 0x00000000 (0); wrong on positive numbers, the greatest numbers of the type; right: NaN, the identity of min, for a lane without an element, not 0
__device__ float minimum_from_0(float v) { return folded(Less(), 0.0f, v); }

// proved: maximum_below_infinity(float): every lane receives the maximum of all lanes in the warp; called by all 32 lanes of a warp; sm_80; if no element is a NaN or infinite; else lane 0: expected 0x7f800000 (+Inf), got 0x7f7fffff (3.4028235e+38)
__device__ float maximum_below_infinity(float v) { return folded(Greater(), v, fminf(v, 3.402823466e+38f)); }

// refuted: maximum_below_1e38(float): on ordinary numbers, every lane receives the maximum of all lanes in the warp; but lane 0: expected 0x7effa3c3 (1.6990172e+38), got 0x7e967699 (1e+38); wrong on numbers near the ends of the type, the greatest numbers of the type, infinities, NaNs among numbers; right: NaN, the identity of max, for a lane without an element, not 1e+38
__device__ float maximum_below_1e38(float v) { return folded(Greater(), -3.402823466e+38f, fminf(v, 1e38f)); }
