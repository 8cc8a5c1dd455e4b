// a neighbour is taken for another file
#pragma once
#ifndef SECOND
#define SECOND
#define DISTANCE 2
#include "k.cu"
static __device__ __forceinline__ int xor_reduce_sum_int32_w2_full(int v)
{
    return v + __shfl_xor_sync(0xffffffffu, v, DISTANCE);
}
#else
#undef DISTANCE
#define DISTANCE 1
#endif
