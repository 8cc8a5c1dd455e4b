struct conversions_complex64 {
    float re;
    float im;
};

struct conversions_floats {
    double x;
    double y;
    float z;
    conversions_complex64 c;
};

struct conversions_mixed {
    signed char i8;
    short i16;
    int i32;
    long long i64;
    unsigned char u8;
    unsigned short u16;
    unsigned u32;
    unsigned long long u64;
    bool b;
};

// a + b, rounded once, whatever the compiler's flags.
[[maybe_unused]] static __device__ __forceinline__ float conversions_add_f32(float a, float b)
{
    float r;
    asm("add.rn.f32 %0, %1, %2;" : "=f"(r) : "f"(a), "f"(b));
    return r;
}

// a + b, rounded once, whatever the compiler's flags.
[[maybe_unused]] static __device__ __forceinline__ double conversions_add_f64(double a, double b)
{
    double r;
    asm("add.rn.f64 %0, %1, %2;" : "=d"(r) : "d"(a), "d"(b));
    return r;
}

// a as a float, rounded once, whatever the compiler's flags.
[[maybe_unused]] static __device__ __forceinline__ float conversions_f32_of_f64(double a)
{
    float r;
    asm("cvt.rn.f32.f64 %0, %1;" : "=f"(r) : "d"(a));
    return r;
}

// a as a double, which is exact, whatever the compiler's flags.
[[maybe_unused]] static __device__ __forceinline__ double conversions_f64_of_f32(float a)
{
    double r;
    asm("cvt.f64.f32 %0, %1;" : "=d"(r) : "f"(a));
    return r;
}

// a - b, rounded once, whatever the compiler's flags.
[[maybe_unused]] static __device__ __forceinline__ double conversions_sub_f64(double a, double b)
{
    double r;
    asm("sub.rn.f64 %0, %1, %2;" : "=d"(r) : "d"(a), "d"(b));
    return r;
}

// Conversions of github.com/shflgen/shflgen/gen/internal/userfn/testdata/ops, ops.go:188.
//
// Conversions converts between integers and floats.
[[maybe_unused]] static __device__ __forceinline__ conversions_floats conversions(conversions_mixed a, conversions_mixed b)
{
    return conversions_floats{conversions_add_f64(conversions_add_f64((double)a.i64, (double)b.u64), (double)(int)a.i8), conversions_sub_f64(conversions_f64_of_f32((float)a.i32), (double)a.u32), conversions_add_f32(conversions_add_f32((float)a.u64, (float)b.i64), (float)(int)b.u16), conversions_complex64{conversions_f32_of_f64((double)b.i32), (float)(int)(unsigned char)a.i64}};
}
