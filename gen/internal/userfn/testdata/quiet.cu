// a * b, rounded once, whatever the compiler's flags.
[[maybe_unused]] static __device__ __forceinline__ float quiet_mul_f32(float a, float b)
{
    float r;
    asm("mul.rn.f32 %0, %1, %2;" : "=f"(r) : "f"(a), "f"(b));
    return r;
}

// -a, of a NaN too.
[[maybe_unused]] static __device__ __forceinline__ float quiet_neg_f32(float a)
{
    return __uint_as_float(__float_as_uint(a) ^ 0x80000000u);
}

// Quiet of github.com/shflgen/shflgen/gen/internal/userfn/testdata/ops, ops.go:284.
//
// Quiet never reads its second argument.
[[maybe_unused]] static __device__ __forceinline__ float quiet(float a, float)
{
    return quiet_mul_f32(quiet_neg_f32(a), 0.5f);
}
