// Every lane receives the sum of v over the lanes whose bit is set in mask, modulo 2^32; all 32 lanes call.
// Launch: all 32 lanes of a warp; blocks of 32x1x1 threads; sm_80 and later.

__device__ unsigned redux_of_selected(unsigned mask, unsigned v)
{
    return __reduce_add_sync(0xffffffff, mask >> threadIdx.x % 32 & 1 ? v : 0);
}

__device__ unsigned redux_under_mask(unsigned mask, unsigned v) { return __reduce_add_sync(mask, v); }
