struct elementary_three {
    float exp_;
    float log_;
    float rsqrt_;
};

// exp(x), at most 0.892 ulp off, subnormal results included.
[[maybe_unused]] static __device__ __forceinline__ float elementary_exp_f32(float x)
{
#if __CUDA_ARCH__ >= 800
    asm("max.NaN.f32 %0, %1, 0fC2D00000; min.NaN.f32 %0, %0, 0f42B20000;" : "=f"(x) : "f"(x));
#else
    asm("{ .reg .pred nan; setp.nan.f32 nan, %1, %1; max.f32 %0, %1, 0fC2D00000; selp.f32 %0, 0f7FFFFFFF, %0, nan; }" : "=f"(x) : "f"(x));
    asm("{ .reg .pred nan; setp.nan.f32 nan, %1, %1; min.f32 %0, %1, 0f42B20000; selp.f32 %0, 0f7FFFFFFF, %0, nan; }" : "=f"(x) : "f"(x));
#endif
    float y;
    asm("{ .reg .b32 t, k, r, p, s, u; .reg .pred up; "
        "fma.rn.f32 t, %1, 0f3FB8AA3B, 0f4B400000; max.f32 t, t, 0f4B3FFF69; "
        "sub.rn.f32 k, t, 0f4B400000; "
        "fma.rn.f32 r, k, 0fBF317200, %1; fma.rn.f32 r, k, 0fB5BFBE8E, r; "
        "fma.rn.f32 p, r, 0f3AB511E6, 0f3C091D4A; "
        "fma.rn.f32 p, p, r, 0f3D2AAC79; fma.rn.f32 p, p, r, 0f3E2AAA49; "
        "fma.rn.f32 p, p, r, 0f3EFFFFFE; fma.rn.f32 p, p, r, 0f3F800000; "
        "fma.rn.f32 p, p, r, 0f3F800000; "
        "setp.gt.f32 up, t, 0f4B400000; selp.b32 s, 0x7f000000, 0x02000000, up; "
        "shl.b32 u, t, 23; sub.u32 u, u, s; add.u32 u, u, 0x7f000000; "
        "mul.rn.f32 p, p, s; mul.rn.f32 %0, p, u; }"
        : "=f"(y) : "f"(x));
    return y;
}

// a * b + c, rounded once, whatever the compiler's flags.
[[maybe_unused]] static __device__ __forceinline__ float elementary_fma_f32(float a, float b, float c)
{
    float r;
    asm("fma.rn.f32 %0, %1, %2, %3;" : "=f"(r) : "f"(a), "f"(b), "f"(c));
    return r;
}

// log(x), at most 0.898 ulp off, of subnormal x too: -inf at 0, a NaN below 0.
[[maybe_unused]] static __device__ __forceinline__ float elementary_log_f32(float x)
{
    float y;
    asm("{ .reg .b32 y, m, k, s, p, e; .reg .pred small, has, q; "
        "setp.lt.f32 small, %1, 0f00800000; mul.rn.f32 y, %1, 0f4B000000; selp.f32 y, y, %1, small; "
        "selp.f32 k, 0fC1B80000, 0f00000000, small; max.f32 y, y, 0f00000000; "
        "sub.u32 e, y, 0x3f2aaaab; and.b32 e, e, 0xff800000; sub.u32 m, y, e; "
        "add.rn.f32 m, m, 0fBF800000; "
        "cvt.rn.f32.s32 y, e; fma.rn.f32 k, y, 0f34000000, k; mul.rn.f32 s, m, m; "
        "fma.rn.f32 p, m, 0fBE0498ED, 0f3E0F68A1; "
        "fma.rn.f32 p, p, m, 0fBDF9369C; fma.rn.f32 p, p, m, 0f3E0F5F34; "
        "fma.rn.f32 p, p, m, 0fBE2AD3AA; fma.rn.f32 p, p, m, 0f3E4CE90B; "
        "fma.rn.f32 p, p, m, 0fBE7FFF41; fma.rn.f32 p, p, m, 0f3EAAAA81; "
        "fma.rn.f32 p, p, m, 0fBF000000; "
        "fma.rn.f32 p, p, s, m; fma.rn.f32 p, k, 0f3F317218, p; "
        "setp.lt.f32 q, %1, 0f00000000; selp.f32 s, 0f7FFFFFFF, %1, q; "
        "setp.eq.f32 q, %1, 0f00000000; selp.f32 s, 0fFF800000, s, q; "
        "setp.gt.f32 has, %1, 0f00000000; setp.lt.and.f32 has, %1, 0f7F800000, has; "
        "selp.f32 %0, p, s, has; }"
        : "=f"(y) : "f"(x));
    return y;
}

// 1 / sqrt(x), rounded once, of subnormal x too: ±inf at ±0, a NaN below 0.
[[maybe_unused]] static __device__ __forceinline__ float elementary_rsqrt_f32(float x)
{
    float y;
    asm("{ .reg .b32 y, n, h, e, p; .reg .pred no; "
        "rsqrt.approx.f32 y, %1; neg.f32 n, %1; "
        "mul.rn.f32 h, n, y; fma.rn.f32 e, h, y, 0f3F800000; "
        "neg.f32 h, h; fma.rn.f32 h, n, y, h; fma.rn.f32 e, h, y, e; "
        "mul.rn.f32 p, e, 0f3F400000; fma.rn.f32 e, p, e, e; "
        "mul.rn.f32 p, y, 0f3F000000; fma.rn.f32 p, p, e, y; "
        "setp.nan.f32 no, p, p; selp.f32 %0, y, p, no; }"
        : "=f"(y) : "f"(x));
    return y;
}

// Elementary of github.com/shflgen/shflgen/gen/internal/userfn/testdata/ops, ops.go:312.
//
// Elementary calls every function of package math32.
[[maybe_unused]] static __device__ __forceinline__ elementary_three elementary(float a, float b)
{
    return elementary_three{elementary_exp_f32(a), elementary_log_f32(b), elementary_fma_f32(elementary_rsqrt_f32(b), a, b)};
}
