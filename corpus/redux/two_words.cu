// Every lane receives the minimum of v over the warp.
// Launch: all 32 lanes of a warp, in any block; sm_80 and later.

__device__ unsigned long long upper_then_lower(unsigned long long v)
{
    unsigned high = (unsigned)(v >> 32), low = (unsigned)v;
    unsigned best = __reduce_min_sync(0xffffffff, high);
    low = __reduce_min_sync(0xffffffff, high == best ? low : 0xffffffffu);
    return (unsigned long long)best << 32 | low;
}

__device__ unsigned long long each_half_apart(unsigned long long v)
{
    unsigned high = __reduce_min_sync(0xffffffff, (unsigned)(v >> 32));
    unsigned low = __reduce_min_sync(0xffffffff, (unsigned)v);
    return (unsigned long long)high << 32 | low;
}
