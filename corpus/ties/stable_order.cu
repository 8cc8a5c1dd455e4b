// In each segment of 4 lanes, the lane at position i receives the element of rank i among the v of its segment, and
// through from the lane that it was in; equal elements stay in the order of lanes.
// Launch: all 32 lanes of a warp; blocks of 32x1x1 threads.

__device__ int element_then_lane(int v, int *from)
{
    int lane = threadIdx.x % 32, at = lane;
    for (int k = 2; k <= 4; k *= 2)
        for (int d = k / 2; d > 0; d /= 2) {
            int o = __shfl_xor_sync(0xffffffff, v, d), its = __shfl_xor_sync(0xffffffff, at, d);
            bool least = ((lane & d) == 0) == ((lane & k & 2) == 0);
            bool less = o < v || (o == v && its < at);
            if (less == least) {
                v = o;
                at = its;
            }
        }
    *from = at;
    return v;
}

__device__ int element_alone(int v, int *from)
{
    int lane = threadIdx.x % 32, at = lane;
    for (int k = 2; k <= 4; k *= 2)
        for (int d = k / 2; d > 0; d /= 2) {
            int o = __shfl_xor_sync(0xffffffff, v, d), its = __shfl_xor_sync(0xffffffff, at, d);
            bool least = ((lane & d) == 0) == ((lane & k & 2) == 0);
            if (least ? o < v : o > v) {
                v = o;
                at = its;
            }
        }
    *from = at;
    return v;
}
