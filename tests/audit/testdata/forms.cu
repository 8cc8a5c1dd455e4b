// Templates, macros, names, and what is no call of a lane's element.
#define DEV static __device__ __forceinline__
typedef float real;

namespace mine {
// proved: mine::warp_min<int>(int): every lane receives the minimum of all lanes in the warp; called by all 32 lanes of a warp; sm_80
template <typename T> DEV T warp_min(T v)
{
    for (int d = 16; d > 0; d /= 2)
        v = min(v, __shfl_xor_sync(0xffffffff, v, d));
    return v;
}

// proved: mine::least(int): every lane receives the minimum of all lanes in the warp; called by all 32 lanes of a warp; sm_80
DEV int least(int v) { return warp_min<int>(v); }
}

// proved: segment_max<float, 16>(float): every lane receives the maximum of all lanes in its segment of 16 lanes; called by all 32 lanes of a warp; sm_80
template <typename T, int W> DEV T segment_max(T v)
{
    for (int d = W / 2; d > 0; d /= 2)
        v = max(v, __shfl_xor_sync(0xffffffff, v, d, W));
    return v;
}

// proved: sum_of_reals(real): every lane receives the sum of all lanes in the warp, in the order near; called by all 32 lanes of a warp; sm_80; add.f32 without .rn: if a caller makes v by a product, or adds to the result, the compiler may contract that into an fma; __fadd_rn and __fmul_rn forbid it
DEV real sum_of_reals(real v)
{
    for (int d = 1; d < 32; d *= 2)
        v += __shfl_xor_sync(0xffffffff, v, d);
    return v;
}

// undecided: both(float2): what it computes is no pattern that shflgen knows
DEV float2 both(float2 v)
{
    v.x += __shfl_xor_sync(0xffffffff, v.x, 1);
    return v;
}

__device__ int only_mine(int v) { return v + 1; }

// undecided: voted(int): voted(int) is not called on a lane's element: audit takes T f(T v), void f(T &v), and these with a mask, a number, an index or shared memory beside v
__device__ unsigned voted(int v) { return __ballot_sync(0xffffffff, v > 0); }

// proved: sum_by_default<>(float): every lane receives the sum of all lanes in the warp, in the order far; called by all 32 lanes of a warp; sm_80; add.f32 without .rn: if a caller makes v by a product, or adds to the result, the compiler may contract that into an fma; __fadd_rn and __fmul_rn forbid it
template <int W = 32> DEV float sum_by_default(float v)
{
    for (int d = W / 2; d > 0; d /= 2)
        v += __shfl_xor_sync(0xffffffff, v, d, W);
    return v;
}

// proved: inner<unsigned>(unsigned): every lane receives the bitwise or of all lanes in its segment of 2 lanes; called by all 32 lanes of a warp; sm_80
template <typename T> DEV T inner(T v) { return v | __shfl_xor_sync(0xffffffff, v, 1); }

// proved: outer<unsigned>(unsigned): every lane receives the bitwise or of all lanes in its segment of 4 lanes; called by all 32 lanes of a warp; sm_80
template <typename T> DEV T outer(T v) { return inner<T>(v) | __shfl_xor_sync(0xffffffff, inner<T>(v), 2); }

// proved: called(unsigned): every lane receives the bitwise or of all lanes in its segment of 4 lanes; called by all 32 lanes of a warp; sm_80
DEV unsigned called(unsigned v) { return outer<unsigned>(v); }
