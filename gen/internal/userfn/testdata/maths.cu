struct maths_complex64 {
    float re;
    float im;
};

struct maths_floats {
    double x;
    double y;
    float z;
    maths_complex64 c;
};

// The size of a, of a NaN too.
[[maybe_unused]] static __device__ __forceinline__ double maths_abs_f64(double a)
{
    return __longlong_as_double((long long)((unsigned long long)__double_as_longlong(a) & ~0x8000000000000000ull));
}

// a + b, rounded once, whatever the compiler's flags.
[[maybe_unused]] static __device__ __forceinline__ float maths_add_f32(float a, float b)
{
    float r;
    asm("add.rn.f32 %0, %1, %2;" : "=f"(r) : "f"(a), "f"(b));
    return r;
}

// a + b, rounded once, whatever the compiler's flags.
[[maybe_unused]] static __device__ __forceinline__ double maths_add_f64(double a, double b)
{
    double r;
    asm("add.rn.f64 %0, %1, %2;" : "=d"(r) : "d"(a), "d"(b));
    return r;
}

// Whether a <= b, and neither is a NaN, whatever the compiler's flags.
[[maybe_unused]] static __device__ __forceinline__ bool maths_at_most_f64(double a, double b)
{
    unsigned r;
    asm("set.le.u32.f64 %0, %1, %2;" : "=r"(r) : "d"(a), "d"(b));
    return r != 0;
}

// The least integer that is at least a, whatever the compiler's flags.
[[maybe_unused]] static __device__ __forceinline__ double maths_ceil_f64(double a)
{
    double r;
    asm("cvt.rpi.f64.f64 %0, %1;" : "=d"(r) : "d"(a));
    return r;
}

// a with the sign of b.
[[maybe_unused]] static __device__ __forceinline__ double maths_copysign_f64(double a, double b)
{
    const unsigned long long size = (unsigned long long)__double_as_longlong(a) & ~0x8000000000000000ull;
    const unsigned long long sign = (unsigned long long)__double_as_longlong(b) & 0x8000000000000000ull;
    return __longlong_as_double((long long)(size | sign));
}

// a / b, rounded once, whatever the compiler's flags.
[[maybe_unused]] static __device__ __forceinline__ double maths_div_f64(double a, double b)
{
    double r;
    asm("div.rn.f64 %0, %1, %2;" : "=d"(r) : "d"(a), "d"(b));
    return r;
}

// Whether a == b, and neither is a NaN, whatever the compiler's flags.
[[maybe_unused]] static __device__ __forceinline__ bool maths_equal_f32(float a, float b)
{
    unsigned r;
    asm("set.eq.u32.f32 %0, %1, %2;" : "=r"(r) : "f"(a), "f"(b));
    return r != 0;
}

// The integer next to a, of two the even one, whatever the compiler's flags.
[[maybe_unused]] static __device__ __forceinline__ double maths_even_f64(double a)
{
    double r;
    asm("cvt.rni.f64.f64 %0, %1;" : "=d"(r) : "d"(a));
    return r;
}

// a as a float, rounded once, whatever the compiler's flags.
[[maybe_unused]] static __device__ __forceinline__ float maths_f32_of_f64(double a)
{
    float r;
    asm("cvt.rn.f32.f64 %0, %1;" : "=f"(r) : "d"(a));
    return r;
}

// a as a double, which is exact, whatever the compiler's flags.
[[maybe_unused]] static __device__ __forceinline__ double maths_f64_of_f32(float a)
{
    double r;
    asm("cvt.f64.f32 %0, %1;" : "=d"(r) : "f"(a));
    return r;
}

// The greatest integer that is at most a, whatever the compiler's flags.
[[maybe_unused]] static __device__ __forceinline__ double maths_floor_f64(double a)
{
    double r;
    asm("cvt.rmi.f64.f64 %0, %1;" : "=d"(r) : "d"(a));
    return r;
}

// a * b + c, rounded once, whatever the compiler's flags.
[[maybe_unused]] static __device__ __forceinline__ double maths_fma_f64(double a, double b, double c)
{
    double r;
    asm("fma.rn.f64 %0, %1, %2, %3;" : "=d"(r) : "d"(a), "d"(b), "d"(c));
    return r;
}

// Whether a is a NaN, whatever the compiler's flags.
[[maybe_unused]] static __device__ __forceinline__ bool maths_is_nan_f64(double a)
{
    unsigned r;
    asm("set.nan.u32.f64 %0, %1, %2;" : "=r"(r) : "d"(a), "d"(a));
    return r != 0;
}

// The greatest of a and b; a NaN wins, and -0 is below +0.
[[maybe_unused]] static __device__ __forceinline__ float maths_maximum_f32(float a, float b)
{
    float r;
#if __CUDA_ARCH__ >= 800
    asm("max.NaN.f32 %0, %1, %2;" : "=f"(r) : "f"(a), "f"(b));
#else
    asm("{ .reg .pred nan; setp.nan.f32 nan, %1, %2; max.f32 %0, %1, %2; selp.f32 %0, 0f7FFFFFFF, %0, nan; }" : "=f"(r) : "f"(a), "f"(b));
#endif
    return r;
}

// The greatest of a and b; a NaN wins, and -0 is below +0.
[[maybe_unused]] static __device__ __forceinline__ double maths_maximum_f64(double a, double b)
{
    double r;
    asm("{ .reg .pred nan; setp.nan.f64 nan, %1, %2; max.f64 %0, %1, %2; selp.f64 %0, 0d7FFFFFFFFFFFFFFF, %0, nan; }" : "=d"(r) : "d"(a), "d"(b));
    return r;
}

// The least of a and b; a NaN wins, and -0 is below +0.
[[maybe_unused]] static __device__ __forceinline__ double maths_minimum_f64(double a, double b)
{
    double r;
    asm("{ .reg .pred nan; setp.nan.f64 nan, %1, %2; min.f64 %0, %1, %2; selp.f64 %0, 0d7FFFFFFFFFFFFFFF, %0, nan; }" : "=d"(r) : "d"(a), "d"(b));
    return r;
}

// -a, of a NaN too.
[[maybe_unused]] static __device__ __forceinline__ float maths_neg_f32(float a)
{
    return __uint_as_float(__float_as_uint(a) ^ 0x80000000u);
}

// -a, of a NaN too.
[[maybe_unused]] static __device__ __forceinline__ double maths_neg_f64(double a)
{
    return __longlong_as_double((long long)((unsigned long long)__double_as_longlong(a) ^ 0x8000000000000000ull));
}

// The square root of a, rounded once, whatever the compiler's flags.
[[maybe_unused]] static __device__ __forceinline__ float maths_sqrt_f32(float a)
{
    float r;
    asm("sqrt.rn.f32 %0, %1;" : "=f"(r) : "f"(a));
    return r;
}

// The square root of a, rounded once, whatever the compiler's flags.
[[maybe_unused]] static __device__ __forceinline__ double maths_sqrt_f64(double a)
{
    double r;
    asm("sqrt.rn.f64 %0, %1;" : "=d"(r) : "d"(a));
    return r;
}

// a - b, rounded once, whatever the compiler's flags.
[[maybe_unused]] static __device__ __forceinline__ float maths_sub_f32(float a, float b)
{
    float r;
    asm("sub.rn.f32 %0, %1, %2;" : "=f"(r) : "f"(a), "f"(b));
    return r;
}

// a - b, rounded once, whatever the compiler's flags.
[[maybe_unused]] static __device__ __forceinline__ double maths_sub_f64(double a, double b)
{
    double r;
    asm("sub.rn.f64 %0, %1, %2;" : "=d"(r) : "d"(a), "d"(b));
    return r;
}

// The integer part of a, whatever the compiler's flags.
[[maybe_unused]] static __device__ __forceinline__ double maths_trunc_f64(double a)
{
    double r;
    asm("cvt.rzi.f64.f64 %0, %1;" : "=d"(r) : "d"(a));
    return r;
}

// Whether a != b, or either is a NaN, whatever the compiler's flags.
[[maybe_unused]] static __device__ __forceinline__ bool maths_unequal_f64(double a, double b)
{
    unsigned r;
    asm("set.neu.u32.f64 %0, %1, %2;" : "=r"(r) : "d"(a), "d"(b));
    return r != 0;
}

// Whether a and b are equal in every field.
[[maybe_unused]] static __device__ __forceinline__ bool maths_equal_complex64(const maths_complex64 &a, const maths_complex64 &b)
{
    return maths_equal_f32(a.re, b.re)
        && maths_equal_f32(a.im, b.im);
}

// math.Max: the greater of a and b; +inf wins, then a NaN, and -0 is below +0.
[[maybe_unused]] static __device__ __forceinline__ double maths_math_max(double a, double b)
{
    const long long infinity = 0x7ff0000000000000ll;
    const bool wins = __double_as_longlong(a) == infinity || __double_as_longlong(b) == infinity;
    return wins ? __longlong_as_double(infinity) : maths_maximum_f64(a, b);
}

// math.Min: the lesser of a and b; -inf wins, then a NaN, and -0 is below +0.
[[maybe_unused]] static __device__ __forceinline__ double maths_math_min(double a, double b)
{
    const long long infinity = (long long)0xfff0000000000000ull;
    const bool wins = __double_as_longlong(a) == infinity || __double_as_longlong(b) == infinity;
    return wins ? __longlong_as_double(infinity) : maths_minimum_f64(a, b);
}

// Maths of github.com/shflgen/shflgen/gen/internal/userfn/testdata/ops, ops.go:161.
//
// Maths calls them.
[[maybe_unused]] static __device__ __forceinline__ maths_floats maths(maths_floats a, maths_floats b)
{
    maths_floats r = maths_floats{};
    r = a;
    if (maths_is_nan_f64(a.x) || (__double_as_longlong(b.y) & 0x7fffffffffffffffll) == 0x7ff0000000000000ll) {
        r.x = maths_copysign_f64(b.x, a.y);
    } else if (__double_as_longlong(a.x) < 0 || maths_at_most_f64(b.x, a.x)) {
        r.x = maths_sub_f64(maths_sqrt_f64(maths_abs_f64(a.x)), b.x);
    } else {
        r.x = maths_fma_f64(a.x, b.x, maths_neg_f64(a.y));
    }
    r.y = maths_math_max(a.y, b.y);
    r.y = maths_minimum_f64(maths_minimum_f64(r.y, b.x), 1e+300);
    if (maths_unequal_f64(a.y, b.y) && maths_at_most_f64(a.y, b.y)) {
        r.y = maths_div_f64(maths_math_min(a.y, b.x), b.y);
    }
    r.z = maths_maximum_f32(maths_maximum_f32(a.z, b.z), maths_sqrt_f32(a.z));
    if (__double_as_longlong(a.x) == 0x7ff0000000000000ll || __double_as_longlong(a.x) == (long long)0xfff0000000000000ull) {
        r.z = maths_f32_of_f64(maths_add_f64(maths_add_f64(maths_add_f64(maths_floor_f64(b.x), maths_ceil_f64(b.y)), maths_trunc_f64(a.y)), maths_even_f64(maths_f64_of_f32(b.z))));
    }
    const maths_complex64 t1 = maths_complex64{maths_add_f32(a.c.re, b.c.re), maths_add_f32(a.c.im, b.c.im)};
    const maths_complex64 t2 = maths_complex64{b.c.re, 1.0f};
    r.c = maths_complex64{maths_sub_f32(t1.re, t2.re), maths_sub_f32(t1.im, t2.im)};
    if (maths_equal_complex64(r.c, a.c)) {
        r.c = maths_complex64{maths_neg_f32(b.c.re), maths_neg_f32(b.c.im)};
    }
    return r;
}
