// Lane i receives the element of rank i among the v of the warp, lane 0 the least.
// Launch: all 32 lanes of a warp; blocks of 32x1x1 threads.

__device__ int ascending_by_block_bit(int v)
{
    unsigned lane = threadIdx.x % 32;
    for (unsigned k = 2; k <= 32; k *= 2)
        for (unsigned d = k / 2; d > 0; d /= 2) {
            int o = __shfl_xor_sync(0xffffffff, v, d);
            bool least = ((lane & d) == 0) == ((lane & k) == 0);
            v = least ? min(v, o) : max(v, o);
        }
    return v;
}

__device__ int all_ascending(int v)
{
    unsigned lane = threadIdx.x % 32;
    for (unsigned k = 2; k <= 32; k *= 2)
        for (unsigned d = k / 2; d > 0; d /= 2) {
            int o = __shfl_xor_sync(0xffffffff, v, d);
            v = (lane & d) == 0 ? min(v, o) : max(v, o);
        }
    return v;
}

__device__ int without_last_step(int v)
{
    unsigned lane = threadIdx.x % 32;
    for (unsigned k = 2; k <= 32; k *= 2)
        for (unsigned d = k / 2; d > (k == 32 ? 1 : 0); d /= 2) {
            int o = __shfl_xor_sync(0xffffffff, v, d);
            bool least = ((lane & d) == 0) == ((lane & k) == 0);
            v = least ? min(v, o) : max(v, o);
        }
    return v;
}

__device__ int min_in_both(int v)
{
    for (unsigned k = 2; k <= 32; k *= 2)
        for (unsigned d = k / 2; d > 0; d /= 2)
            v = min(v, __shfl_xor_sync(0xffffffff, v, d));
    return v;
}

__device__ int compared_as_unsigned(int v)
{
    unsigned lane = threadIdx.x % 32;
    for (unsigned k = 2; k <= 32; k *= 2)
        for (unsigned d = k / 2; d > 0; d /= 2) {
            unsigned o = __shfl_xor_sync(0xffffffff, v, d);
            bool least = ((lane & d) == 0) == ((lane & k) == 0);
            v = least ? min((unsigned)v, o) : max((unsigned)v, o);
        }
    return v;
}
