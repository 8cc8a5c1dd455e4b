// Every lane receives the maximum of v over the warp.
// Launch: all 32 lanes of a warp, in any block; sm_80 and later.

__device__ int signed_redux(int v) { return __reduce_max_sync(0xffffffff, v); }

__device__ int unsigned_redux_of_flipped(int v)
{
    return (int)(__reduce_max_sync(0xffffffff, (unsigned)v ^ 0x80000000u) ^ 0x80000000u);
}

__device__ int unsigned_redux(int v) { return (int)__reduce_max_sync(0xffffffff, (unsigned)v); }
