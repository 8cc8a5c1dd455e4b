// In each segment of 2 lanes, register k of lane l receives element k * 2 + l, where register r of lane j held
// element j * 2 + r.
// Launch: all 32 lanes of a warp; blocks of 32x1x1 threads.

__device__ void transposed_by_exchange(unsigned (&v)[2])
{
    bool upper = threadIdx.x % 2;
    unsigned o = __shfl_xor_sync(0xffffffff, upper ? v[0] : v[1], 1);
    v[upper ? 0 : 1] = o;
}

__device__ void transposed_by_shuffles_alone(unsigned (&v)[2])
{
    for (int r = 0; r < 2; r++)
        v[r] = __shfl_xor_sync(0xffffffff, v[r], 1);
}
