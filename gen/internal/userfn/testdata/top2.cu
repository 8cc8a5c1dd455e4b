struct top2_top {
    float value[2];
    int index_[2];
};

// Whether a == b, and neither is a NaN, whatever the compiler's flags.
[[maybe_unused]] static __device__ __forceinline__ bool top2_equal_f32(float a, float b)
{
    unsigned r;
    asm("set.eq.u32.f32 %0, %1, %2;" : "=r"(r) : "f"(a), "f"(b));
    return r != 0;
}

// Whether a < b; a NaN is below nothing, whatever the compiler's flags.
[[maybe_unused]] static __device__ __forceinline__ bool top2_less_f32(float a, float b)
{
    unsigned r;
    asm("set.lt.u32.f32 %0, %1, %2;" : "=r"(r) : "f"(a), "f"(b));
    return r != 0;
}

// insert of github.com/shflgen/shflgen/gen/internal/userfn/testdata/ops, ops.go:223.
[[maybe_unused]] static __device__ __forceinline__ top2_top top2_insert(top2_top t, float v, int i)
{
    if (top2_less_f32(t.value[0], v) || (top2_equal_f32(v, t.value[0]) && i < t.index_[0])) {
        const int t1 = t.index_[0];
        t.value[1] = t.value[0];
        t.index_[1] = t1;
        const int t2 = i;
        t.value[0] = v;
        t.index_[0] = t2;
    } else if (top2_less_f32(t.value[1], v)) {
        const int t3 = i;
        t.value[1] = v;
        t.index_[1] = t3;
    }
    return t;
}

// Top2 of github.com/shflgen/shflgen/gen/internal/userfn/testdata/ops, ops.go:235.
//
// Top2 is the two greatest of four.
[[maybe_unused]] static __device__ __forceinline__ top2_top top2(top2_top a, top2_top b)
{
    return top2_insert(top2_insert(a, b.value[0], b.index_[0]), b.value[1], b.index_[1]);
}
