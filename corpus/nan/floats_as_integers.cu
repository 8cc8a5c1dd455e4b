// Every lane receives the maximum of v over the warp; NaNs are passed over, and it is NaN if all are; -0 < +0.
// Launch: all 32 lanes of a warp, in any block; sm_80 and later.

__device__ float max_of_ordered_keys(float v)
{
    int bits = __float_as_int(v);
    int key = bits ^ (bits >> 31 & 0x7fffffff);
    if (v != v)
        key = -2147483647 - 1;
    key = __reduce_max_sync(0xffffffff, key);
    return __int_as_float(key ^ (key >> 31 & 0x7fffffff));
}

__device__ float max_of_bits(float v)
{
    return __int_as_float(__reduce_max_sync(0xffffffff, __float_as_int(v)));
}

__device__ float max_of_keys_with_nan(float v)
{
    int bits = __float_as_int(v);
    int key = bits ^ (bits >> 31 & 0x7fffffff);
    key = __reduce_max_sync(0xffffffff, key);
    return __int_as_float(key ^ (key >> 31 & 0x7fffffff));
}
