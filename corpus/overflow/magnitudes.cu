// Every lane receives the element of the warp with the largest magnitude; of equal magnitudes the positive one;
// INT_MIN has the largest.
// Launch: all 32 lanes of a warp, in any block.

__device__ int magnitudes_as_unsigned(int v)
{
    for (int d = 16; d > 0; d /= 2) {
        int o = __shfl_xor_sync(0xffffffff, v, d);
        unsigned mine = v < 0 ? 0u - (unsigned)v : v, its = o < 0 ? 0u - (unsigned)o : o;
        if (its > mine || (its == mine && o > v))
            v = o;
    }
    return v;
}

__device__ int magnitudes_as_int(int v)
{
    for (int d = 16; d > 0; d /= 2) {
        int o = __shfl_xor_sync(0xffffffff, v, d);
        int mine = v < 0 ? -v : v, its = o < 0 ? -o : o;
        if (its > mine || (its == mine && o > v))
            v = o;
    }
    return v;
}
