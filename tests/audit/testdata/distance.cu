// Numbers beside the element: distances, widths and masks. Which of these a number is shows in calls alone.

// proved: broadcast(int, int): every lane receives the int32 of lane src of the warp; called by all 32 lanes of a warp with one src; by the call (pred = true, broadcast(x, src)); sm_80
__device__ int broadcast(int v, int lane) { return __shfl_sync(0xffffffff, v, lane); }

// proved: broadcast_of_eights(double, unsigned): every lane receives the float64 of lane src of its segment of 8 lanes; called by all 32 lanes of a warp with one src; by the call (pred = true, broadcast_of_eights(x, src)); sm_80
__device__ double broadcast_of_eights(double v, unsigned lane) { return __shfl_sync(0xffffffff, v, lane, 8); }

// proved: turn(int, int): lane base + i receives the int32 of lane base + (i + delta) mod 32, where base is the first lane of the warp; called by all 32 lanes of a warp with one delta; by the call turn(x, delta); sm_80; for launches by blocks of 32×1×1 threads, as it reads threadIdx or blockDim
__device__ int turn(int v, int by) { return __shfl_sync(0xffffffff, v, threadIdx.x + by); }

// proved: not_of_negative(int, int): every lane receives the int32 of lane 0 of the warp; called by all 32 lanes of a warp; by the call (pred = true, not_of_negative(x, 32)); sm_80
__device__ int not_of_negative(int v, int lane) { return lane >= 0 ? __shfl_sync(0xffffffff, v, lane) : v; }

// proved: sum_to(unsigned, int): every lane receives the sum of all lanes in the warp; called by all 32 lanes of a warp; by the call sum_to(x, 32); sm_80
__device__ unsigned sum_to(unsigned v, int width)
{
    for (int d = width / 2; d > 0; d /= 2)
        v += __shfl_xor_sync(0xffffffff, v, d);
    return v;
}

// refuted: or_of_callers(unsigned, unsigned): on ordinary numbers, every member receives the bitwise or of the members in the warp; but lane 0: expected 0x0000007f (127), got an undefined value; by the call or_of_callers(x, mask); wrong on calls by some lanes with negative numbers, calls by some lanes with positive numbers, calls by some lanes; proved for the call or_of_callers(x, 0xffffffffu); right: a member mask, and sources, of lanes that make the call
__device__ unsigned or_of_callers(unsigned v, unsigned m)
{
    for (int d = 16; d > 0; d /= 2)
        v |= __shfl_xor_sync(m, v, d);
    return v;
}

// proved: or_of_members(unsigned, unsigned): every lane receives the bitwise or of the members in the warp; called by all 32 lanes of a warp; by the call or_of_members(x, mask); sm_80; for launches by blocks of 32×1×1 threads, as it reads threadIdx or blockDim
__device__ unsigned or_of_members(unsigned v, unsigned m)
{
    v = m >> threadIdx.x % 32 & 1 ? v : 0;
    for (int d = 16; d > 0; d /= 2)
        v |= __shfl_xor_sync(0xffffffff, v, d);
    return v;
}

// undecided: constant(unsigned): what it computes is no pattern that shflgen knows
__device__ unsigned constant(unsigned v) { return __shfl_sync(0xffffffff, 7u, v); }

// proved: least_of_first(int, int): every lane receives the minimum of all lanes in the warp; called by all 32 lanes of a warp; by the call least_of_first(x, 32); sm_80; for launches by blocks of 32×1×1 threads, as it reads threadIdx or blockDim
__device__ int least_of_first(int v, int n)
{
    if (threadIdx.x % 32 >= n)
        v = 0x7fffffff;
    for (int d = 16; d > 0; d /= 2)
        v = min(v, __shfl_xor_sync(0xffffffff, v, d));
    return v;
}

// refuted: least_of_members_from_0(int, unsigned): on ordinary numbers, every lane receives the minimum of the members in the warp; but lane 0: expected 0x00000003 (3), got 0x00000000 (0); by the call least_of_members_from_0(x, mask); wrong on calls by some lanes with positive numbers, calls by some lanes; proved for the call least_of_members_from_0(x, 0xffffffffu); right: 2147483647, the identity of min, for a lane without an element, not 0
__device__ int least_of_members_from_0(int v, unsigned n)
{
    if (!(n >> threadIdx.x % 32 & 1))
        v = 0;
    for (int d = 16; d > 0; d /= 2)
        v = min(v, __shfl_xor_sync(0xffffffff, v, d));
    return v;
}
