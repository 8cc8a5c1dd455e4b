// Templates that the file never calls: audit chooses their arguments.

template <typename T> struct Adds {
    __device__ T operator()(const T &a, const T &b) const { return a + b; }
};

// proved: reduced<Adds, float>(float): every lane receives the sum of all lanes in the warp, in the order far; called by all 32 lanes of a warp; sm_80; add.f32 without .rn: if a caller makes v by a product, or adds to the result, the compiler may contract that into an fma; __fadd_rn and __fmul_rn forbid it
template <template <typename> class Op, typename T> __device__ T reduced(T v)
{
    Op<T> op;
    for (int d = 16; d > 0; d /= 2)
        v = op(v, __shfl_xor_sync(~0u, v, d));
    return v;
}

// undecided: reduced_but_a_step<Adds, float>(float): what it computes is no pattern that shflgen knows
template <template <typename> class Op, typename T> __device__ T reduced_but_a_step(T v)
{
    for (int d = 16; d > 1; d /= 2)
        v = Op<T>()(v, __shfl_xor_sync(~0u, v, d));
    return v;
}

// proved: by_op<Adds<int>>(int, Adds<int>): the first lane of the warp receives the sum of its lanes; called by all 32 lanes of a warp; by the call ({ static_assert(__is_empty(Adds < int >), "a class with state"); by_op<Adds<int>>(x, Adds < int >{}); }); sm_80; signed overflow and floats beyond the range of an integer as in these builds: C++ leaves them undefined
template <typename Op> __device__ int by_op(int v, Op op)
{
    for (int d = 16; d > 0; d /= 2)
        v = op(v, __shfl_down_sync(~0u, v, d));
    return v;
}

// No mask of 32 lanes is made by this shift: audit chooses groups of 8 lanes after those of 32.
// proved: group_max<8>(float, int): every lane receives the maximum of all lanes in its segment of 8 lanes; called by all 32 lanes of a warp; by the call group_max<8>(x, i); sm_80
template <int LANES> __device__ float group_max(float v, int lane)
{
    unsigned mask = ((1u << LANES) - 1) << (lane / LANES * LANES);
    for (int d = 1; d < LANES; d *= 2)
        v = fmaxf(v, __shfl_xor_sync(mask, v, d));
    return v;
}

// undecided: group_max_of_next<32>(float, int): on ordinary numbers, every lane receives the maximum of v; refuted for group_max_of_next<32>, which audit chose: -instance 'group_max_of_next<…>' names another instance
template <int LANES> __device__ float group_max_of_next(float v, int lane)
{
    unsigned mask = ((1u << LANES) - 1) << (lane / LANES * LANES);
    for (int d = 1; d < LANES; d *= 2)
        v = fmaxf(v, __shfl_xor_sync(mask << 1, v, d));
    return v;
}

// Not of floats.
// proved: joined<int>(int): every lane receives the bitwise or of all lanes in the warp; called by all 32 lanes of a warp; sm_80
template <typename T> __device__ T joined(T v)
{
    for (int d = 16; d > 0; d /= 2)
        v |= __shfl_xor_sync(~0u, v, d);
    return v;
}

// proved: sums<2>(int (&)[COUNT]): every lane receives, in each of its 2 registers, the sum of that register of all lanes in the warp; called by all 32 lanes of a warp; sm_80; signed overflow and floats beyond the range of an integer as in these builds: C++ leaves them undefined
template <int COUNT> __device__ void sums(int (&v)[COUNT])
{
    for (int i = 0; i < COUNT; i++)
        for (int d = 16; d > 0; d /= 2)
            v[i] += __shfl_xor_sync(~0u, v[i], d);
}

// proved: extremum<true>(int): every lane receives the maximum of all lanes in the warp; called by all 32 lanes of a warp; sm_80
template <bool Greatest> __device__ int extremum(int v)
{
    for (int d = 16; d > 0; d /= 2) {
        int other = __shfl_xor_sync(~0u, v, d);
        v = Greatest ? max(v, other) : min(v, other);
    }
    return v;
}

// undecided: by_unknown<Adds<float>>(int): testdata/instances.cu:81:21: error: no member named 'of' in 'Adds<float>'
template <class Unknown> __device__ int by_unknown(int v)
{
    return Unknown::of(v, __shfl_xor_sync(~0u, v, 1));
}
