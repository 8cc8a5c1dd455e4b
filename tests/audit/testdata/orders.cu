// Lanes that rely on the steps of their warp.

// refuted: scan_side_by_side(int *, unsigned): if lanes take each step side by side, every thread receives the sum of all threads at or before it in the block of 32 threads; but they run in any order, testdata/orders.cu:8:20: thread 2: ld.volatile.shared.u32: touches what thread 1 touches, and no barrier lies between: volatile and atomic accesses take place in any order; one thread after the other, thread 2: expected 0x996fc0cf (-1720729393), got 0xdc78f588 (-596052600); by the call ({ __shared__ int e[2 * 32]; e[i] = x; __syncthreads(); scan_side_by_side(e, i); __syncthreads(); e[i]; }); right: __syncwarp() between the two accesses
__device__ int scan_side_by_side(volatile int *s, unsigned i)
{
    for (int d = 1; d < 32; d *= 2)
        if (i % 32 >= d)
            s[i] = s[i - d] + s[i];
    return s[i];
}

// Each lane reads its own place alone: no order matters.
// proved: sum_of_own(unsigned *, unsigned): every thread receives the sum of all threads in the block of 32 threads; called by all 32 threads of a block; by the call ({ __shared__ unsigned e[2 * 32]; e[i] = x; __syncthreads(); unsigned y = sum_of_own(e, i); __syncthreads(); y; }); sm_80; for blocks of one dimension
__device__ unsigned sum_of_own(volatile unsigned *s, unsigned i)
{
    unsigned v = s[i];
    for (int d = 16; d > 0; d /= 2)
        v += __shfl_xor_sync(~0u, v, d);
    return v;
}

// What it computes depends on the order, and is no pattern side by side.
// undecided: sum_of_next(int *, unsigned): what it computes is no pattern that shflgen knows
__device__ int sum_of_next(volatile int *s, unsigned i)
{
    s[i] = s[i] + s[(i + 1) % 32];
    return s[i];
}
