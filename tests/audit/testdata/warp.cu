// Reductions of a warp, each right one beside a faulty one.

// proved: max_xor(float): every lane receives the maximum of all lanes in the warp; called by all 32 lanes of a warp; sm_80
__device__ float max_xor(float v)
{
    for (int d = 16; d > 0; d /= 2)
        v = fmaxf(v, __shfl_xor_sync(0xffffffff, v, d));
    return v;
}

// proved: max_by_comparison(float): every lane receives the maximum of all lanes in the warp; called by all 32 lanes of a warp; sm_80; if no element is a NaN or -0; else lane 0: expected 0x00000000 (0), got 0x80000000 (-0)
__device__ float max_by_comparison(float v)
{
    for (int d = 16; d > 0; d /= 2) {
        float o = __shfl_xor_sync(0xffffffff, v, d);
        v = v > o ? v : o;
    }
    return v;
}

// proved: max_of_members(unsigned, int): every lane receives the maximum of the members in the warp; called by all 32 lanes of a warp; by the call max_of_members(mask, x); sm_80; for launches by blocks of 32×1×1 threads, as it reads threadIdx or blockDim
__device__ int max_of_members(unsigned mask, int v)
{
    unsigned lane = threadIdx.x % 32;
    if (!(mask >> lane & 1))
        v = -2147483647 - 1;
    for (int d = 16; d > 0; d /= 2)
        v = max(v, __shfl_xor_sync(0xffffffff, v, d));
    return v;
}

// refuted: max_of_members_from_zero(unsigned, int): on ordinary numbers, every lane receives the maximum of the members in the warp; but lane 0: expected 0xffffffff (-1), got 0x00000000 (0); by the call max_of_members_from_zero(mask, x); wrong on calls by some lanes with negative numbers; proved for the call max_of_members_from_zero(0xffffffffu, x); right: -2147483648, the identity of max, for a lane without an element, not 0
__device__ int max_of_members_from_zero(unsigned mask, int v)
{
    unsigned lane = threadIdx.x % 32;
    if (!(mask >> lane & 1))
        v = 0;
    for (int d = 16; d > 0; d /= 2)
        v = max(v, __shfl_xor_sync(0xffffffff, v, d));
    return v;
}

// refuted: max_from_small(float): on ordinary numbers, every lane receives the maximum of all lanes in the warp; but lane 0: expected 0xfee0dfba (-1.4945436e+38), got 0xe0ad78ec (-1e+20); wrong on the least numbers of the type; right: NaN, the identity of max, for a lane without an element, not -1e+20
__device__ float max_from_small(float v)
{
    float best = -1e20f;
    for (int d = 0; d < 32; d++)
        best = fmaxf(best, __shfl_sync(0xffffffff, v, d));
    return best;
}

// proved: sum_down(unsigned): the first lane of the warp receives the sum of its lanes; called by all 32 lanes of a warp; sm_80
__device__ unsigned sum_down(unsigned v)
{
    for (int d = 16; d > 0; d /= 2)
        v += __shfl_down_sync(0xffffffff, v, d);
    return v;
}

// refuted: sum_down_of_half_the_mask(unsigned): on ordinary numbers, the first lane of the warp receives the sum of its lanes; but testdata/warp.cu:64:14: lane 16: shfl.sync.down.b32: executes, but is not in its own member mask; right: a member mask that names every lane that executes the instruction
__device__ unsigned sum_down_of_half_the_mask(unsigned v)
{
    for (int d = 16; d > 0; d /= 2)
        v += __shfl_down_sync(0x0000ffff, v, d);
    return v;
}

// refuted: sum_of_those_that_call(unsigned, float): on ordinary numbers, every lane receives the sum of the members in the warp, in the order far; but testdata/warp.cu:72:14: lane 2: shfl.sync.bfly.b32: executes, but is not in its own member mask; by the call sum_of_those_that_call(mask, x); wrong on calls by some lanes, calls by some lanes with negative numbers, calls by some lanes with positive numbers; proved for the call sum_of_those_that_call(0xffffffffu, x); right: a member mask that names every lane that executes the instruction
__device__ float sum_of_those_that_call(unsigned mask, float v)
{
    for (int d = 16; d > 0; d /= 2)
        v += __shfl_xor_sync(mask, v, d);
    return v;
}

// proved: sum_in_place(double &): every lane receives the sum of all lanes in the warp, in the order near; called by all 32 lanes of a warp; sm_80; add.f64 without .rn: if a caller makes v by a product, or adds to the result, the compiler may contract that into an fma; __fadd_rn and __fmul_rn forbid it
__device__ void sum_in_place(double &v)
{
    for (int d = 1; d < 32; d *= 2)
        v += __shfl_xor_sync(0xffffffff, v, d);
}

// proved: sum_by_pointer(long long *): every lane receives the sum of all lanes in the warp; called by all 32 lanes of a warp; sm_80; signed overflow and floats beyond the range of an integer as in these builds: C++ leaves them undefined
__device__ void sum_by_pointer(long long *v)
{
    for (int d = 16; d > 0; d /= 2)
        *v += __shfl_xor_sync(0xffffffff, *v, d);
}

// proved: sum_in_a_row(float): every lane receives the sum of all lanes in the warp, in an order of its own; called by all 32 lanes of a warp; sm_80; each element is added once, in an order of the function's own; if no element is -0; add.f32 without .rn: if a caller makes v by a product, or adds to the result, the compiler may contract that into an fma; __fadd_rn and __fmul_rn forbid it
__device__ float sum_in_a_row(float v)
{
    float sum = 0;
    for (int d = 0; d < 32; d++)
        sum += __shfl_sync(0xffffffff, v, d);
    return sum;
}

// proved: sum_of_eights(int): every lane receives the sum of all lanes in its segment of 8 lanes; called by all 32 lanes of a warp; sm_80
__device__ int sum_of_eights(int v)
{
    for (int d = 4; d > 0; d /= 2)
        v = (int)((unsigned)v + __shfl_xor_sync(0xffffffff, v, d, 8));
    return v;
}

// proved: sum_of_a_width(int, int): every lane receives the sum of all lanes in the warp; called by all 32 lanes of a warp; by the call sum_of_a_width(x, 32); sm_80
__device__ int sum_of_a_width(int v, int width = 32)
{
    for (int d = width / 2; d > 0; d /= 2)
        v = (int)((unsigned)v + __shfl_xor_sync(0xffffffff, v, d, width));
    return v;
}

// proved: redux(unsigned): every lane receives the bitwise or of all lanes in the warp; called by all 32 lanes of a warp; sm_80
__device__ unsigned redux(unsigned v) { return __reduce_or_sync(0xffffffff, v); }

// proved: step_forgotten(int): every lane receives the maximum of all lanes in its segment of 16 lanes; called by all 32 lanes of a warp; sm_80
__device__ int step_forgotten(int v)
{
    for (int d = 8; d > 0; d /= 2)
        v = max(v, __shfl_xor_sync(0xffffffff, v, d));
    return v;
}

// undecided: one_lane_forgotten(int): what it computes is no pattern that shflgen knows
__device__ int one_lane_forgotten(int v)
{
    for (int d = 16; d > 0; d /= 2) {
        int o = __shfl_down_sync(0xffffffff, v, d);
        if (threadIdx.x % 32 + d < 31)
            v = min(v, o);
    }
    return __shfl_sync(0xffffffff, v, 0);
}

// proved: argmax(float, int *): every lane receives the greatest element of all lanes in the warp and, as its index, the number of the lane that holds it; called by all 32 lanes of a warp; by the call argmax(x, &idx); sm_80; for launches by blocks of 32×1×1 threads, as it reads threadIdx or blockDim; of equal elements any index is right, and another may be in each lane; if no element is a NaN or -0; else lane 0: expected 0x00000000 (0), got 0x80000000 (-0)
__device__ float argmax(float v, int *idx)
{
    int at = threadIdx.x % 32;
    for (int d = 16; d > 0; d /= 2) {
        float o = __shfl_xor_sync(0xffffffff, v, d);
        int from = __shfl_xor_sync(0xffffffff, at, d);
        if (o > v) {
            v = o;
            at = from;
        }
    }
    *idx = at;
    return v;
}

// undecided: in_a_branch(int): what it computes is no pattern that shflgen knows; a call on numbers has a fault: testdata/warp.cu:157:20: the member mask names thread 1, which may be elsewhere
__device__ int in_a_branch(int v)
{
    if (v > 0)
        v = max(v, __shfl_xor_sync(0xffffffff, v, 1));
    return v;
}

// proved: min_with_lane(float, int): every lane receives the minimum of all lanes in the warp; called by all 32 lanes of a warp; by the call min_with_lane(x, i); sm_80
__device__ float min_with_lane(float v, int lane)
{
    for (int d = 16; d > 0; d /= 2) {
        float o = __shfl_sync(0xffffffff, v, (lane + d) % 32);
        v = fminf(v, o);
    }
    return v;
}

// undecided: sum_of_halves_of_64_bits(long long): what it computes is no pattern that shflgen knows
__device__ long long sum_of_halves_of_64_bits(long long v)
{
    for (int d = 16; d > 0; d /= 2)
        v = (long long)((unsigned long long)v + (unsigned)__shfl_xor_sync(0xffffffff, (int)v, d));
    return v;
}

// refuted: absent_source(unsigned, int): on ordinary numbers, every member receives the minimum of the members in the warp; but lane 0: expected 0x896bbb33 (-1989428429), got an undefined value; by the call absent_source(mask, x); wrong on calls by some lanes, calls by some lanes with negative numbers, calls by some lanes with positive numbers; proved for the call absent_source(0xffffffffu, x); right: a member mask, and sources, of lanes that make the call
__device__ int absent_source(unsigned mask, int v)
{
    for (int d = 16; d > 0; d /= 2)
        v = min(v, __shfl_xor_sync(mask, v, d));
    return v;
}

// undecided: positives(int): what it computes is no pattern that shflgen knows
__device__ int positives(int v) { return __popc(__ballot_sync(0xffffffff, v > 0)); }

// refuted: max_that_begins_with_0(int): on ordinary numbers, every lane receives the maximum of all lanes in the warp; but lane 0: expected 0xffffffff (-1), got 0x00000000 (0); wrong on negative numbers, the least numbers of the type; right: -2147483648, the identity of max, for a lane without an element, not 0
__device__ int max_that_begins_with_0(int v)
{
    int most = 0;
    for (int d = 16; d > 0; d /= 2)
        v = max(v, __shfl_xor_sync(0xffffffff, v, d));
    return max(v, most);
}

// proved: minimum_by_a_comparison(float): the first lane of the warp receives the minimum of its lanes; called by all 32 lanes of a warp; sm_80; if no element is a NaN or -0; else lane 0: expected 0xbfdec947 (-1.7405175), got 0x7fc00000 (NaN)
__device__ float minimum_by_a_comparison(float v)
{
    for (int d = 16; d > 0; d /= 2) {
        float other = __shfl_down_sync(0xffffffff, v, d);
        v = v < other ? v : other;
    }
    return v;
}

// undecided: greater_in_the_last_step(float): what it computes is no pattern that shflgen knows
__device__ float greater_in_the_last_step(float v)
{
    for (int d = 16; d > 0; d /= 2) {
        float other = __shfl_down_sync(0xffffffff, v, d);
        v = (v < other) == (d > 1) ? v : other;
    }
    return v;
}
