// Winners: nobody asks which of equal elements they find.

// proved: any_of_best(int &, int &): every lane receives the greatest element of all lanes in the warp and, as its index, the number of the lane that holds it; called by all 32 lanes of a warp; by the call (idx = i, any_of_best(x, idx), static_cast<int>(x)); sm_80; of equal elements any index is right, and another may be in each lane
__device__ void any_of_best(int &v, int &i)
{
    for (int d = 16; d > 0; d /= 2) {
        int u = __shfl_xor_sync(~0u, v, d), j = __shfl_xor_sync(~0u, i, d);
        if (u > v) {
            v = u;
            i = j;
        }
    }
}

// proved: lowest_of_best(int &, int &): every lane receives the greatest element of all lanes in the warp and, as its index, the number of the lane that holds it; called by all 32 lanes of a warp; by the call (idx = i, lowest_of_best(x, idx), static_cast<int>(x)); sm_80
__device__ void lowest_of_best(int &v, int &i)
{
    for (int d = 16; d > 0; d /= 2) {
        int u = __shfl_xor_sync(~0u, v, d), j = __shfl_xor_sync(~0u, i, d);
        if (u > v || (u == v && j < i)) {
            v = u;
            i = j;
        }
    }
}

// proved: later_of_best(int &, int &): every lane receives the greatest element of all lanes in the warp and, as its index, the number of the lane that holds it; called by all 32 lanes of a warp; by the call (idx = i, later_of_best(x, idx), static_cast<int>(x)); sm_80; of equal elements any index is right, and another may be in each lane
__device__ void later_of_best(int &v, int &i)
{
    for (int d = 16; d > 0; d /= 2) {
        int u = __shfl_xor_sync(~0u, v, d), j = __shfl_xor_sync(~0u, i, d);
        if (u >= v) {
            v = u;
            i = j;
        }
    }
}

// proved: any_of_best_floats(float &, int &): every lane receives the greatest element of all lanes in the warp and, as its index, the number of the lane that holds it; called by all 32 lanes of a warp; by the call (idx = i, any_of_best_floats(x, idx), static_cast<float>(x)); sm_80; of equal elements any index is right, and another may be in each lane; if no element is a NaN or -0; else lane 0: expected 0x00000000 (0), got 0x80000000 (-0)
__device__ void any_of_best_floats(float &v, int &i)
{
    for (int d = 16; d > 0; d /= 2) {
        float u = __shfl_xor_sync(~0u, v, d);
        int j = __shfl_xor_sync(~0u, i, d);
        if (u > v) {
            v = u;
            i = j;
        }
    }
}

// refuted: none_of_equal(int, int *): on ordinary numbers, every lane receives the greatest element of all lanes in the warp and, as its index, the number of the lane that holds it; but index of lane 0: expected 0, got -1; by the call none_of_equal(x, &idx); wrong on equal elements
__device__ int none_of_equal(int v, int *i)
{
    int own = v;
    for (int d = 16; d > 0; d /= 2)
        v = max(v, __shfl_xor_sync(~0u, v, d));
    unsigned who = __ballot_sync(~0u, v == own);
    *i = __popc(who) == 1 ? __ffs(who) - 1 : -1;
    return v;
}

// refuted: between_equal(int, int *): on ordinary numbers, every lane receives the greatest element of all lanes in the warp and, as its index, the number of the lane that holds it; but index of lane 0: expected 0, got 13; by the call between_equal(x, &idx); wrong on equal elements
__device__ int between_equal(int v, int *i)
{
    int own = v;
    for (int d = 16; d > 0; d /= 2)
        v = max(v, __shfl_xor_sync(~0u, v, d));
    unsigned who = __ballot_sync(~0u, v == own);
    *i = (__ffs(who) - 1 + 31 - __clz(who)) / 2;
    return v;
}

// undecided: none_of_best(int &, int &): every lane receives the maximum of all lanes in the warp, but no pattern that shflgen knows says what it leaves in i
__device__ void none_of_best(int &v, int &i)
{
    any_of_best(v, i);
    i = v % 4 == 1 ? -1 : i;
}

struct best_of_lanes {
    float v;
    int i;
};

__device__ best_of_lanes better_of(best_of_lanes a, best_of_lanes b)
{
    return b.v > a.v || (b.v == a.v && b.i < a.i) ? b : a;
}

// proved: best_by_struct(best_of_lanes): every lane receives the greatest element of all lanes in the warp and, as its index, the number of the lane that holds it; called by all 32 lanes of a warp; sm_80; if no element is a NaN or -0; else lane 0: expected 0x00000000 (0), got 0x80000000 (-0)
__device__ best_of_lanes best_by_struct(best_of_lanes p)
{
    for (int d = 16; d > 0; d /= 2) {
        best_of_lanes o = {__shfl_xor_sync(~0u, p.v, d), __shfl_xor_sync(~0u, p.i, d)};
        p = better_of(p, o);
    }
    return p;
}

// undecided: best_with_a_wrong_step(best_of_lanes): what it computes is no pattern that shflgen knows
__device__ best_of_lanes best_with_a_wrong_step(best_of_lanes p)
{
    for (int d = 16; d > 0; d /= 2) {
        best_of_lanes o = {__shfl_xor_sync(~0u, p.v, d), __shfl_xor_sync(~0u, p.i, d < 16 ? d : 1)};
        p = better_of(p, o);
    }
    return p;
}
