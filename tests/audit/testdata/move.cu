// Scans and moves.

// proved: inclusive(unsigned): every lane receives the sum of all lanes at or before it in the warp; called by all 32 lanes of a warp; sm_80; for launches by blocks of 32×1×1 threads, as it reads threadIdx or blockDim
__device__ unsigned inclusive(unsigned v)
{
    unsigned lane = threadIdx.x & 31;
    for (int d = 1; d < 32; d *= 2) {
        unsigned o = __shfl_up_sync(0xffffffff, v, d);
        if (lane >= d)
            v += o;
    }
    return v;
}

// proved: exclusive(float): every lane receives the sum of all lanes before it in the warp, in the order near; called by all 32 lanes of a warp; sm_80; for launches by blocks of 32×1×1 threads, as it reads threadIdx or blockDim; add.f32 without .rn: if a caller makes v by a product, or adds to the result, the compiler may contract that into an fma; __fadd_rn and __fmul_rn forbid it
__device__ float exclusive(float v)
{
    unsigned lane = threadIdx.x & 31;
    for (int d = 1; d < 32; d *= 2) {
        float o = __shfl_up_sync(0xffffffff, v, d);
        if (lane >= d)
            v = o + v;
    }
    v = __shfl_up_sync(0xffffffff, v, 1);
    return lane == 0 ? -0.0f : v;
}

// shown: exclusive_from_zero(float): every lane receives the exclusive scan by sum of v; called by all 32 lanes of a warp; for launches by blocks of 32×1×1 threads, as it reads threadIdx or blockDim; floats are compared as real numbers: in which order they are combined, and rounded, is the function's own; as clang builds it for sm_80 by -O2
__device__ float exclusive_from_zero(float v)
{
    unsigned lane = threadIdx.x & 31;
    for (int d = 1; d < 32; d *= 2) {
        float o = __shfl_up_sync(0xffffffff, v, d);
        if (lane >= d)
            v = o + v;
    }
    v = __shfl_up_sync(0xffffffff, v, 1);
    return lane == 0 ? 0.0f : v;
}

// undecided: inclusive_without_guard(unsigned): what it computes is no pattern that shflgen knows
__device__ unsigned inclusive_without_guard(unsigned v)
{
    for (int d = 1; d < 32; d *= 2)
        v += __shfl_up_sync(0xffffffff, v, d);
    return v;
}

// proved: inclusive_of_sixteens(unsigned): every lane receives the sum of all lanes at or before it in its segment of 16 lanes; called by all 32 lanes of a warp; sm_80; for launches by blocks of 32×1×1 threads, as it reads threadIdx or blockDim
__device__ unsigned inclusive_of_sixteens(unsigned v)
{
    for (int d = 1; d < 16; d *= 2) {
        unsigned o = __shfl_up_sync(0xffffffff, v, d, 16);
        if ((threadIdx.x & 15) >= d)
            v += o;
    }
    return v;
}

// undecided: inclusive_of_sixteens_width_ignored(unsigned): what it computes is no pattern that shflgen knows
__device__ unsigned inclusive_of_sixteens_width_ignored(unsigned v)
{
    for (int d = 1; d < 16; d *= 2) {
        unsigned o = __shfl_up_sync(0xffffffff, v, d);
        if ((threadIdx.x & 31) >= d)
            v += o;
    }
    return v;
}

// proved: broadcast(double): every lane receives the float64 of lane 0 of the warp; called by all 32 lanes of a warp; sm_80
__device__ double broadcast(double v) { return __shfl_sync(0xffffffff, v, 0); }

// proved: broadcast_of_fours(int): every lane receives the int32 of lane 2 of its segment of 4 lanes; called by all 32 lanes of a warp; sm_80
__device__ int broadcast_of_fours(int v) { return __shfl_sync(0xffffffff, v, 2, 4); }

// proved: neighbour(int): lane i receives the int32 of lane i + 1 of the warp; called by all 32 lanes of a warp; sm_80
__device__ int neighbour(int v) { return __shfl_down_sync(0xffffffff, v, 1); }

// proved: rotated(int): lane base + i receives the int32 of lane base + (i + 5) mod 32, where base is the first lane of the warp; called by all 32 lanes of a warp; sm_80; for launches by blocks of 32×1×1 threads, as it reads threadIdx or blockDim
__device__ int rotated(int v) { return __shfl_sync(0xffffffff, v, (threadIdx.x + 5) & 31); }

// undecided: largest_of_all_then_doubled(float): what it computes is no pattern that shflgen knows
__device__ float largest_of_all_then_doubled(float v)
{
    for (int d = 16; d > 0; d /= 2)
        v = fmaxf(v, __shfl_xor_sync(0xffffffff, v, d));
    return 2 * v;
}
