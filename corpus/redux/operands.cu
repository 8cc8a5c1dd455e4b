// Every lane receives the maximum of v over the warp.
// Launch: all 32 lanes of a warp, in any block; sm_80 and later.

__device__ unsigned mask_then_value(unsigned v) { return __reduce_max_sync(0xffffffff, v); }

__device__ unsigned value_then_mask(unsigned v) { return __reduce_max_sync(v, 0xffffffff); }
