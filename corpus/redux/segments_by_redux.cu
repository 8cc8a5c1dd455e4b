// Every lane receives the sum of v over its segment of 8 lanes, modulo 2^32.
// Launch: all 32 lanes of a warp; blocks of 32x1x1 threads; sm_80 and later.

__device__ unsigned redux_of_the_segment(unsigned v)
{
    return __reduce_add_sync(0xffu << threadIdx.x % 32 / 8 * 8, v);
}

__device__ unsigned redux_of_the_warp(unsigned v) { return __reduce_add_sync(0xffffffff, v); }

__device__ unsigned redux_of_the_first_segment(unsigned v) { return __reduce_add_sync(0xff, v); }
