// Every lane receives the maximum of v over the warp, and NaN if one of them is NaN; -0 < +0.
// Launch: all 32 lanes of a warp, in any block; sm_80 and later.

__device__ float max_nan_instruction(float v)
{
    for (int d = 16; d > 0; d /= 2) {
        float o = __shfl_xor_sync(0xffffffff, v, d), best;
        asm("max.NaN.f32 %0, %1, %2;" : "=f"(best) : "f"(v), "f"(o));
        v = best;
    }
    return v;
}

__device__ float max_that_drops_nan(float v)
{
    for (int d = 16; d > 0; d /= 2)
        v = fmaxf(v, __shfl_xor_sync(0xffffffff, v, d));
    return v;
}

__device__ float max_with_a_vote(float v)
{
    bool none = __all_sync(0xffffffff, v == v);
    for (int d = 16; d > 0; d /= 2)
        v = fmaxf(v, __shfl_xor_sync(0xffffffff, v, d));
    return none ? v : __int_as_float(0x7fffffff);
}

__device__ float max_with_a_test_of_one(float v)
{
    for (int d = 16; d > 0; d /= 2) {
        float o = __shfl_xor_sync(0xffffffff, v, d);
        v = v != v || !(o > v) ? v : o;
    }
    return v;
}
