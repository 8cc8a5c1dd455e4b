// Every lane receives the minimum of v over the lanes whose bit is set in mask; NaNs are passed over. If all members
// are NaN, and without members, it is NaN; -0 < +0. All 32 lanes call.
// Launch: all 32 lanes of a warp; blocks of 32x1x1 threads.

__device__ double min_from_nan(unsigned mask, double v)
{
    v = mask >> threadIdx.x % 32 & 1 ? v : __longlong_as_double(0x7fffffffffffffffll);
    for (int d = 16; d > 0; d /= 2)
        v = fmin(v, __shfl_xor_sync(0xffffffff, v, d));
    return v;
}

__device__ double min_from_largest_finite(unsigned mask, double v)
{
    v = mask >> threadIdx.x % 32 & 1 ? v : 1.7976931348623157e308;
    for (int d = 16; d > 0; d /= 2)
        v = fmin(v, __shfl_xor_sync(0xffffffff, v, d));
    return v;
}

__device__ double min_from_infinity_all_nan(unsigned mask, double v)
{
    v = mask >> threadIdx.x % 32 & 1 ? v : __longlong_as_double(0x7ff0000000000000ll);
    for (int d = 16; d > 0; d /= 2)
        v = fmin(v, __shfl_xor_sync(0xffffffff, v, d));
    return v;
}
