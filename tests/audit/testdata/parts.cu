// Elements of several parts: an element and its index, or several registers.

struct Best { int value, index; };

// proved: greatest(Best): every lane receives the greatest element of all lanes in the warp and, as its index, the number of the lane that holds it; called by all 32 lanes of a warp; sm_80
__device__ Best greatest(Best b)
{
    for (int d = 16; d > 0; d /= 2) {
        int v = __shfl_xor_sync(0xffffffff, b.value, d), i = __shfl_xor_sync(0xffffffff, b.index, d);
        if (v > b.value || v == b.value && i < b.index) {
            b.value = v;
            b.index = i;
        }
    }
    return b;
}

// undecided: greatest_from_0(Best): what it computes is no pattern that shflgen knows
__device__ Best greatest_from_0(Best b)
{
    b = greatest(b);
    if (b.value < 0)
        b.value = 0;
    return b;
}

typedef struct { unsigned long long key; unsigned at; } Place;

// proved: least_in_place(Place *): the first lane of the warp receives the least element of its lanes and, as its index, the number of the lane that holds it; called by all 32 lanes of a warp; sm_80
__device__ void least_in_place(Place *p)
{
    for (int d = 16; d > 0; d /= 2) {
        unsigned long long key = __shfl_down_sync(0xffffffff, p->key, d);
        unsigned at = __shfl_down_sync(0xffffffff, p->at, d);
        if (key < p->key || key == p->key && at < p->at) {
            p->key = key;
            p->at = at;
        }
    }
}

// proved: sums(float2): every lane receives, in each of its 2 registers, the sum of that register of all lanes in the warp, in the order far; called by all 32 lanes of a warp; sm_80; add.f32 without .rn: if a caller makes v by a product, or adds to the result, the compiler may contract that into an fma; __fadd_rn and __fmul_rn forbid it
__device__ float2 sums(float2 v)
{
    for (int d = 16; d > 0; d /= 2) {
        v.x += __shfl_xor_sync(0xffffffff, v.x, d);
        v.y += __shfl_xor_sync(0xffffffff, v.y, d);
    }
    return v;
}

// undecided: sum_and_half_a_sum(float2): what it computes is no pattern that shflgen knows
__device__ float2 sum_and_half_a_sum(float2 v)
{
    for (int d = 16; d > 0; d /= 2) {
        v.x += __shfl_xor_sync(0xffffffff, v.x, d);
        if (d > 1)
            v.y += __shfl_xor_sync(0xffffffff, v.y, d);
    }
    return v;
}

// proved: maxima(int &, int &): every lane receives, in each of its 2 registers, the maximum of that register of all lanes in the warp; called by all 32 lanes of a warp; by the call maxima(v[0], v[1]); sm_80
__device__ void maxima(int &a, int &b)
{
    for (int d = 16; d > 0; d /= 2) {
        a = max(a, __shfl_xor_sync(0xffffffff, a, d));
        b = max(b, __shfl_xor_sync(0xffffffff, b, d));
    }
}

// refuted: maxima_from_0(int &, int &): on ordinary numbers, every lane receives, in each of its 2 registers, the maximum of that register of all lanes in the warp; but register 1 of lane 0: expected 0xfffffffe (-2), got 0x00000000 (0); by the call maxima_from_0(v[0], v[1]); wrong on negative numbers, the least numbers of the type; right: -2147483648, the identity of max, for a lane without an element, not 0
__device__ void maxima_from_0(int &a, int &b)
{
    maxima(a, b);
    b = max(b, 0);
}

// undecided: maxima_of_both(int &, int &): every lane receives the maximum of all lanes in the warp, but no pattern that shflgen knows says what it leaves in b
__device__ void maxima_of_both(int &a, int &b)
{
    maxima(a, b);
    b = max(a, b);
}
