// Functions that leave results in places of their own.

// proved: best_of(float, int, float &, int &): every lane receives the greatest element of all lanes in the warp and, as its index, the number of the lane that holds it; called by all 32 lanes of a warp; by the call ({ float result; asm volatile("" : "=f"(result)); best_of(x, i, result, idx); result; }); sm_80; if no element is a NaN or -0; else lane 0: expected 0x00000000 (0), got 0x80000000 (-0)
__device__ __forceinline__ void best_of(float v, int i, float &most, int &where)
{
    for (int d = 16; d > 0; d /= 2) {
        float u = __shfl_xor_sync(~0u, v, d);
        int j = __shfl_xor_sync(~0u, i, d);
        if (u > v || (u == v && j < i)) {
            v = u;
            i = j;
        }
    }
    most = v;
    where = i;
}

// proved: warp_max(int): every lane receives the maximum of all lanes in the warp; called by all 32 lanes of a warp; sm_80
__device__ __forceinline__ int warp_max(int v)
{
    for (int d = 16; d > 0; d /= 2)
        v = max(v, __shfl_xor_sync(~0u, v, d));
    return v;
}

// undecided: next_of_best(float, int, float &, int &): every lane receives the maximum of all lanes in the warp, but no pattern that shflgen knows says what it leaves in where
__device__ void next_of_best(float v, int lane, float &most, int &where)
{
    best_of(v, lane, most, where);
    where = (where + 1) % 32;
}

// proved: maximum_to(int, int *): every lane receives the maximum of all lanes in the warp; called by all 32 lanes of a warp; by the call ({ int result; asm volatile("" : "=r"(result)); maximum_to(x, &result); result; }); sm_80
__device__ void maximum_to(int v, int *to) { *to = warp_max(v); }

// proved: maximum_to_lane_0(int, int *): the first lane of the warp receives the maximum of its lanes; called by all 32 lanes of a warp; by the call ({ int result; asm volatile("" : "=r"(result)); maximum_to_lane_0(x, &result); result; }); sm_80; for launches by blocks of 32×1×1 threads, as it reads threadIdx or blockDim
__device__ void maximum_to_lane_0(int v, int *to)
{
    v = warp_max(v);
    if (threadIdx.x % 32 == 0)
        *to = v;
}

// undecided: maximum_so_far(int, int *): what it computes is no pattern that shflgen knows; a call on numbers has a fault: testdata/places.cu:45:54: race: writes what thread 1 reads, and no barrier lies between
__device__ void maximum_so_far(int v, int *to) { *to = max(*to, warp_max(v)); }

// undecided: maximum_unless_0(int, int *): on ordinary numbers, every lane receives the maximum of all lanes in the warp; a result may be what its place held before the call
__device__ void maximum_unless_0(int v, int *to)
{
    v = warp_max(v);
    if (v != 1 << 20)
        *to = v;
}

// undecided: last_in_place(int, int &): on ordinary numbers, every lane receives the maximum of all lanes in the warp; a result may be what its place held before the call
__device__ void last_in_place(int v, int &to)
{
    int most = warp_max(v);
    to = most == 1 << 20 ? to : most;
}

// undecided: before(unsigned, unsigned &): every lane receives the sum of all lanes before it in the warp, but no pattern that shflgen knows says what it leaves in all
__device__ unsigned before(unsigned v, unsigned &all)
{
    unsigned sum = v;
    for (int d = 1; d < 32; d *= 2) {
        unsigned u = __shfl_up_sync(~0u, sum, d);
        if (threadIdx.x % 32 >= d)
            sum += u;
    }
    all = __shfl_sync(~0u, sum, 30);
    return sum - v;
}

// undecided: none_of_best(int &, int &): every lane receives the maximum of all lanes in the warp, but no pattern that shflgen knows says what it leaves in i
__device__ void none_of_best(int &v, int &i)
{
    v = warp_max(v);
    i = v % 4 == 1 ? -1 : i;
}

// undecided: maximum_is_positive(int &): maximum_is_positive(int &): no pattern that shflgen knows says what it returns
__device__ bool maximum_is_positive(int &v)
{
    v = warp_max(v);
    return v >= 0;
}
