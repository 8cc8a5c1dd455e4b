// In each segment of 4 lanes, the lane at position i receives the element of rank i among the v of its segment; -0 <
// +0, and NaNs come after all numbers.
// Launch: all 32 lanes of a warp; blocks of 32x1x1 threads.

__device__ float sorted_by_keys(float v)
{
    unsigned lane = threadIdx.x % 32;
    int bits = __float_as_int(v);
    int key = bits ^ (bits >> 31 & 0x7fffffff);
    if (v != v)
        key = 0x7fffffff;
    for (unsigned k = 2; k <= 4; k *= 2)
        for (unsigned d = k / 2; d > 0; d /= 2) {
            int o = __shfl_xor_sync(0xffffffff, key, d);
            bool least = ((lane & d) == 0) == ((lane & k & 2) == 0);
            key = least ? min(key, o) : max(key, o);
        }
    return __int_as_float(key ^ (key >> 31 & 0x7fffffff));
}

__device__ float sorted_by_fminf(float v)
{
    unsigned lane = threadIdx.x % 32;
    for (unsigned k = 2; k <= 4; k *= 2)
        for (unsigned d = k / 2; d > 0; d /= 2) {
            float o = __shfl_xor_sync(0xffffffff, v, d);
            bool least = ((lane & d) == 0) == ((lane & k & 2) == 0);
            v = least ? fminf(v, o) : fmaxf(v, o);
        }
    return v;
}
