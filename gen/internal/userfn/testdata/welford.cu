struct welford_stats {
    int n;
    float mean;
    float m2;
};

// a + b, rounded once, whatever the compiler's flags.
[[maybe_unused]] static __device__ __forceinline__ float welford_add_f32(float a, float b)
{
    float r;
    asm("add.rn.f32 %0, %1, %2;" : "=f"(r) : "f"(a), "f"(b));
    return r;
}

// a / b, rounded once, whatever the compiler's flags.
[[maybe_unused]] static __device__ __forceinline__ float welford_div_f32(float a, float b)
{
    float r;
    asm("div.rn.f32 %0, %1, %2;" : "=f"(r) : "f"(a), "f"(b));
    return r;
}

// a * b, rounded once, whatever the compiler's flags.
[[maybe_unused]] static __device__ __forceinline__ float welford_mul_f32(float a, float b)
{
    float r;
    asm("mul.rn.f32 %0, %1, %2;" : "=f"(r) : "f"(a), "f"(b));
    return r;
}

// a - b, rounded once, whatever the compiler's flags.
[[maybe_unused]] static __device__ __forceinline__ float welford_sub_f32(float a, float b)
{
    float r;
    asm("sub.rn.f32 %0, %1, %2;" : "=f"(r) : "f"(a), "f"(b));
    return r;
}

// Welford of github.com/shflgen/shflgen/gen/internal/userfn/testdata/ops, ops.go:19.
//
// Welford merges two sets of statistics, as Chan, Golub and LeVeque do.
[[maybe_unused]] static __device__ __forceinline__ welford_stats welford(welford_stats a, welford_stats b)
{
    if (a.n == 0) {
        return b;
    }
    if (b.n == 0) {
        return a;
    }
    const int n = (int)((unsigned)a.n + (unsigned)b.n);
    const float delta = welford_sub_f32(b.mean, a.mean);
    // The share of b.
    const float share = welford_div_f32((float)b.n, (float)n);
    return welford_stats{n, welford_add_f32(a.mean, welford_mul_f32(delta, share)), welford_add_f32(welford_add_f32(a.m2, b.m2), welford_mul_f32(welford_mul_f32(delta, delta), welford_mul_f32((float)a.n, share)))};
}
