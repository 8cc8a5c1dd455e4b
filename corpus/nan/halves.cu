// Every lane receives the maximum of v over the warp, and NaN if one of them is NaN; -0 < +0.
// Launch: all 32 lanes of a warp, in any block; sm_80 and later.

#include <cuda_fp16.h>

__device__ __half half_max_that_keeps_nan(__half v)
{
    for (int d = 16; d > 0; d /= 2)
        v = __hmax_nan(v, __shfl_xor_sync(0xffffffff, v, d));
    return v;
}

__device__ __half half_max_that_drops_nan(__half v)
{
    for (int d = 16; d > 0; d /= 2)
        v = __hmax(v, __shfl_xor_sync(0xffffffff, v, d));
    return v;
}
