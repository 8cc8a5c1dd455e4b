// Lane i of each segment of 4 lanes receives the element of rank i among the v of its segment, the greatest first.
// Launch: all 32 lanes of a warp; blocks of 32x1x1 threads.

__device__ int four_descending(int v)
{
    unsigned lane = threadIdx.x % 32;
    for (unsigned k = 2; k <= 4; k *= 2)
        for (unsigned d = k / 2; d > 0; d /= 2) {
            int o = __shfl_xor_sync(0xffffffff, v, d);
            bool most = ((lane & d) == 0) == ((lane & k & 2) == 0);
            v = most ? max(v, o) : min(v, o);
        }
    return v;
}

__device__ int four_by_lane_bit(int v)
{
    unsigned lane = threadIdx.x % 32;
    for (unsigned k = 2; k <= 4; k *= 2)
        for (unsigned d = k / 2; d > 0; d /= 2) {
            int o = __shfl_xor_sync(0xffffffff, v, d);
            bool most = ((lane & d) == 0) == ((lane & k) == 0);
            v = most ? max(v, o) : min(v, o);
        }
    return v;
}
