#error x
static __device__ __forceinline__ int xor_reduce_sum_int32_w2_full(int v)
{
    // 
k.cu: xor_reduce_sum_int32_w2_full: proved for the full mask
    return v + __shfl_xor_sync(0xffffffffu, v, 1);
}
