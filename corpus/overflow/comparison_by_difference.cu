// Every lane receives the minimum of v over the warp.
// Launch: all 32 lanes of a warp, in any block.

__device__ int compared(int v)
{
    for (int d = 16; d > 0; d /= 2) {
        int o = __shfl_xor_sync(0xffffffff, v, d);
        if (o < v)
            v = o;
    }
    return v;
}

__device__ int compared_by_difference(int v)
{
    for (int d = 16; d > 0; d /= 2) {
        int o = __shfl_xor_sync(0xffffffff, v, d);
        if ((int)((unsigned)o - (unsigned)v) < 0)
            v = o;
    }
    return v;
}
