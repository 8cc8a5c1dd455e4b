struct swap_wide {
    unsigned long long hi;
    unsigned long long lo;
};

struct swap_top {
    float value[2];
    int index_[2];
};

struct swap_nested {
    swap_wide a[2];
    swap_top t;
    bool f;
};

struct swap_widex2 {
    swap_wide at[2];
};

// Whether a == b, and neither is a NaN, whatever the compiler's flags.
[[maybe_unused]] static __device__ __forceinline__ bool swap_equal_f32(float a, float b)
{
    unsigned r;
    asm("set.eq.u32.f32 %0, %1, %2;" : "=r"(r) : "f"(a), "f"(b));
    return r != 0;
}

// Whether a and b are equal in every field.
[[maybe_unused]] static __device__ __forceinline__ bool swap_equal_wide(const swap_wide &a, const swap_wide &b)
{
    return a.hi == b.hi
        && a.lo == b.lo;
}

// The elements of an array, as a value.
[[maybe_unused]] static __device__ __forceinline__ swap_widex2 swap_load_widex2(const swap_wide (&a)[2])
{
    return {{a[0], a[1]}};
}

// Assigns the elements of an array.
[[maybe_unused]] static __device__ __forceinline__ void swap_store_widex2(swap_wide (&a)[2], swap_widex2 from)
{
    a[0] = from.at[0];
    a[1] = from.at[1];
}

// Whether a and b are equal in every field.
[[maybe_unused]] static __device__ __forceinline__ bool swap_equal_top(const swap_top &a, const swap_top &b)
{
    return swap_equal_f32(a.value[0], b.value[0])
        && swap_equal_f32(a.value[1], b.value[1])
        && a.index_[0] == b.index_[0]
        && a.index_[1] == b.index_[1];
}

// Swap of github.com/shflgen/shflgen/gen/internal/userfn/testdata/ops, ops.go:294.
//
// Swap moves parts.
[[maybe_unused]] static __device__ __forceinline__ swap_nested swap(swap_nested a, swap_nested b)
{
    const swap_wide t1 = a.a[0];
    a.a[0] = b.a[1];
    a.a[1] = t1;
    swap_widex2 x = swap_load_widex2(a.a);
    x.at[1].lo = x.at[1].lo ^ 1ull;
    swap_store_widex2(a.a, x);
    if (swap_equal_top(a.t, b.t) || !swap_equal_wide(a.a[0], b.a[0])) {
        a.t = swap_top{{}, {0, b.t.index_[0]}};
    }
    a.f = !a.f;
    return a;
}
