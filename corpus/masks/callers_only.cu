// Called by the lanes of mask alone; each of them receives the maximum of v over these lanes.
// Launch: the lanes of a non-empty mask; the others may be in divergent code or not exist.

__device__ int max_over_bits(unsigned mask, int v)
{
    int best = v;
    for (int lane = 0; lane < 32; lane++)
        if (mask >> lane & 1)
            best = max(best, __shfl_sync(mask, v, lane));
    return best;
}

__device__ int max_over_bits_named_full(unsigned mask, int v)
{
    int best = v;
    for (int lane = 0; lane < 32; lane++)
        if (mask >> lane & 1)
            best = max(best, __shfl_sync(0xffffffff, v, lane));
    return best;
}

__device__ int max_by_butterfly_of_callers(unsigned mask, int v)
{
    for (int d = 16; d > 0; d /= 2)
        v = max(v, __shfl_xor_sync(mask, v, d));
    return v;
}
