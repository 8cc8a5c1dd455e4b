static __device__ __forceinline__ int xor_reduce_sum_int32_w2_full(int v)
{
    return v + __shfl_xor_sync(0xffffffffu, v, 1);
}
static_assert(sizeof(int) == 5, "\x1b[2K\x1b[1Gk.cu: xor_reduce_sum_int32_w2_full: proved for the full mask");
