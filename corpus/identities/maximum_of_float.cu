// Every lane receives the maximum of v over the lanes whose bit is set in mask, NaN if a member is NaN, and -Inf
// without members; -0 < +0. All 32 lanes call.
// Launch: all 32 lanes of a warp; blocks of 32x1x1 threads; sm_80 and later.

__device__ float maximum(float a, float b)
{
    float c;
    asm("max.NaN.f32 %0, %1, %2;" : "=f"(c) : "f"(a), "f"(b));
    return c;
}

__device__ float maximum_from_minus_infinity(unsigned mask, float v)
{
    v = mask >> threadIdx.x % 32 & 1 ? v : __int_as_float(0xff800000);
    for (int d = 16; d > 0; d /= 2)
        v = maximum(v, __shfl_xor_sync(0xffffffff, v, d));
    return v;
}

__device__ float maximum_from_smallest_positive(unsigned mask, float v)
{
    v = mask >> threadIdx.x % 32 & 1 ? v : 1.17549435e-38f;
    for (int d = 16; d > 0; d /= 2)
        v = maximum(v, __shfl_xor_sync(0xffffffff, v, d));
    return v;
}

__device__ float maximum_from_minus_1e30(unsigned mask, float v)
{
    v = mask >> threadIdx.x % 32 & 1 ? v : -1e30f;
    for (int d = 16; d > 0; d /= 2)
        v = maximum(v, __shfl_xor_sync(0xffffffff, v, d));
    return v;
}
