// Whether a <= b, and neither is a NaN, whatever the compiler's flags.
[[maybe_unused]] static __device__ __forceinline__ bool larger_at_most_f32(float a, float b)
{
    unsigned r;
    asm("set.le.u32.f32 %0, %1, %2;" : "=r"(r) : "f"(a), "f"(b));
    return r != 0;
}

// Larger of github.com/shflgen/shflgen/gen/internal/userfn/testdata/ops, ops.go:276.
//
// Larger is b if a is a NaN.
[[maybe_unused]] static __device__ __forceinline__ float larger(float a, float b)
{
    if (larger_at_most_f32(b, a)) {
        return a;
    }
    return b;
}
