// Functions of a block.

// proved: sum(unsigned): thread 0 receives the sum of all threads in the block; for blocks of 128 and 256 threads, and on numbers alone for those of 32, 64, 96, 512 and 1024; sm_80; for blocks of one dimension
__device__ unsigned sum(unsigned v)
{
    __shared__ unsigned part[32];
    for (int d = 16; d > 0; d /= 2)
        v += __shfl_down_sync(0xffffffff, v, d);
    if (threadIdx.x % 32 == 0)
        part[threadIdx.x / 32] = v;
    __syncthreads();
    v = threadIdx.x < blockDim.x / 32 ? part[threadIdx.x] : 0;
    if (threadIdx.x < 32)
        for (int d = 16; d > 0; d /= 2)
            v += __shfl_down_sync(0xffffffff, v, d);
    __syncthreads();
    return v;
}

// proved: sum_without_last_barrier(unsigned): thread 0 receives the sum of all threads in the block; for blocks of 128 and 256 threads, and on numbers alone for those of 32, 64, 96, 512 and 1024; sm_80; called once: again at once is refuted, testdata/block.cu:27:32: thread 32: st.u32: race: the second call writes what thread 1 reads in the call before, and no barrier lies between, in a block of 128×1×1 threads; for blocks of one dimension
__device__ unsigned sum_without_last_barrier(unsigned v)
{
    __shared__ unsigned part[32];
    for (int d = 16; d > 0; d /= 2)
        v += __shfl_down_sync(0xffffffff, v, d);
    if (threadIdx.x % 32 == 0)
        part[threadIdx.x / 32] = v;
    __syncthreads();
    v = threadIdx.x < blockDim.x / 32 ? part[threadIdx.x] : 0;
    if (threadIdx.x < 32)
        for (int d = 16; d > 0; d /= 2)
            v += __shfl_down_sync(0xffffffff, v, d);
    return v;
}

// proved: sum_from_zero(float): thread 0 receives the sum of all threads in the block, in the order far; for blocks of 128 and 256 threads, and on numbers alone for those of 32, 64, 96, 512 and 1024; sm_80; if no element is -0; for blocks of one dimension; add.f32 without .rn: if a caller makes v by a product, or adds to the result, the compiler may contract that into an fma; __fadd_rn and __fmul_rn forbid it; else thread 0: expected 0x80000000 (-0), got 0x00000000 (0)
__device__ float sum_from_zero(float v)
{
    __shared__ float part[32];
    for (int d = 16; d > 0; d /= 2)
        v += __shfl_down_sync(0xffffffff, v, d);
    if (threadIdx.x % 32 == 0)
        part[threadIdx.x / 32] = v;
    __syncthreads();
    v = threadIdx.x < blockDim.x / 32 ? part[threadIdx.x] : 0.0f;
    for (int d = 16; d > 0; d /= 2)
        v += __shfl_down_sync(0xffffffff, v, d);
    __syncthreads();
    return v;
}

// proved: max_for_all(int): every thread receives the maximum of all threads in the block; for blocks of 128 and 256 threads, and on numbers alone for those of 32, 64, 96, 512 and 1024; sm_80; for blocks of one dimension
__device__ int max_for_all(int v)
{
    __shared__ int part[32];
    for (int d = 16; d > 0; d /= 2)
        v = max(v, __shfl_xor_sync(0xffffffff, v, d));
    if (threadIdx.x % 32 == 0)
        part[threadIdx.x / 32] = v;
    __syncthreads();
    v = part[0];
    for (int w = 1; w < blockDim.x / 32; w++)
        v = max(v, part[w]);
    __syncthreads();
    return v;
}

// refuted: max_from_zero(int): on ordinary numbers, every thread receives the maximum of all threads in the block of 128 threads; but thread 0: expected 0xfffffffe (-2), got 0x00000000 (0); wrong on negative numbers, the least numbers of the type; right: -2147483648, the identity of max, for a lane without an element, not 0
__device__ int max_from_zero(int v)
{
    __shared__ int part[32];
    for (int d = 16; d > 0; d /= 2)
        v = max(v, __shfl_xor_sync(0xffffffff, v, d));
    if (threadIdx.x % 32 == 0)
        part[threadIdx.x / 32] = v;
    __syncthreads();
    v = threadIdx.x % 32 < blockDim.x / 32 ? part[threadIdx.x % 32] : 0;
    for (int d = 16; d > 0; d /= 2)
        v = max(v, __shfl_xor_sync(0xffffffff, v, d));
    __syncthreads();
    return v;
}

// proved: sum_of_four_warps(unsigned): every thread receives the sum of all threads in the block of 128 threads; called by all 128 threads of a block; sm_80; for blocks of one dimension
__device__ unsigned sum_of_four_warps(unsigned v)
{
    __shared__ unsigned part[4];
    for (int d = 16; d > 0; d /= 2)
        v += __shfl_down_sync(0xffffffff, v, d);
    if (threadIdx.x % 32 == 0)
        part[threadIdx.x / 32 % 4] = v;
    __syncthreads();
    v = part[0] + part[1] + part[2] + part[3];
    __syncthreads();
    return v;
}

// proved: sum_in_lent_memory(unsigned, unsigned *): every thread receives the sum of all threads in the block; for blocks of 128 and 256 threads, and on numbers alone for those of 32, 64, 512 and 1024; by the call ({ __shared__ unsigned s[1024]; sum_in_lent_memory(x, s); }); sm_80; for blocks of one dimension
__device__ unsigned sum_in_lent_memory(unsigned v, unsigned *part)
{
    part[threadIdx.x] = v;
    __syncthreads();
    for (int d = blockDim.x / 2; d > 0; d /= 2) {
        if (threadIdx.x < d)
            part[threadIdx.x] += part[threadIdx.x + d];
        __syncthreads();
    }
    v = part[0];
    __syncthreads();
    return v;
}

// undecided: sum_without_barrier_in_the_loop(unsigned, unsigned *): what it computes is no pattern that shflgen knows; a call on numbers has a fault: testdata/block.cu:120:31: race: writes what thread 0 reads, and no barrier lies between
__device__ unsigned sum_without_barrier_in_the_loop(unsigned v, unsigned *part)
{
    part[threadIdx.x] = v;
    __syncthreads();
    for (int d = blockDim.x / 2; d > 0; d /= 2) {
        if (threadIdx.x < d)
            part[threadIdx.x] += part[threadIdx.x + d];
    }
    __syncthreads();
    v = part[0];
    __syncthreads();
    return v;
}

// refuted: sum_after_early_exit(unsigned): on ordinary numbers, thread 0 receives the sum of all threads in the block of 128 threads; but testdata/block.cu:138:5: thread 0: bar.sync: barrier that thread 127 never reaches: it has ended; right: no return before a barrier: threads without an element go on with the identity
__device__ unsigned sum_after_early_exit(unsigned v)
{
    __shared__ unsigned part[32];
    for (int d = 16; d > 0; d /= 2)
        v += __shfl_down_sync(0xffffffff, v, d);
    if (threadIdx.x % 32 == 0)
        part[threadIdx.x / 32] = v;
    if (threadIdx.x >= 32)
        return 0;
    __syncthreads();
    v = threadIdx.x < blockDim.x / 32 ? part[threadIdx.x] : 0;
    for (int d = 16; d > 0; d /= 2)
        v += __shfl_down_sync(0xffffffff, v, d);
    return v;
}

// proved: prefix(unsigned): every thread receives the sum of all threads at or before it in the block; for blocks of 128 and 256 threads, and on numbers alone for those of 32, 64, 96, 512 and 1024; sm_80; for blocks of one dimension
__device__ unsigned prefix(unsigned v)
{
    __shared__ unsigned part[32];
    unsigned lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    for (int d = 1; d < 32; d *= 2) {
        unsigned o = __shfl_up_sync(0xffffffff, v, d);
        if (lane >= d)
            v += o;
    }
    if (lane == 31)
        part[warp] = v;
    __syncthreads();
    for (unsigned w = 0; w < warp; w++)
        v += part[w];
    __syncthreads();
    return v;
}

// proved: two_sums(unsigned (&)[2]): thread 0 receives, in each of its 2 registers, the sum of that register of all threads in the block; for blocks of 128 and 256 threads, and on numbers alone for those of 32, 64, 96, 512 and 1024; sm_80; for blocks of one dimension
__device__ void two_sums(unsigned (&v)[2])
{
    v[0] = sum(v[0]);
    v[1] = sum(v[1]);
}

// undecided: second_never_combined(unsigned (&)[2]): what it computes is no pattern that shflgen knows
__device__ void second_never_combined(unsigned (&v)[2])
{
    v[0] = sum(v[0]);
}

// proved: max_of_eleven(int): thread 0 receives the maximum of all threads in the block of 11 threads; called by all 11 threads of a block; sm_80; for blocks of one dimension
__device__ int max_of_eleven(int v)
{
    for (int d = 8; d > 0; d /= 2)
        v = max(v, __shfl_sync(0x7ffu, v, threadIdx.x + d < 11 ? threadIdx.x + d : threadIdx.x));
    return v;
}

// refuted: max_of_eleven_past_the_mask(int): on ordinary numbers, the first lane of each segment of 16 lanes receives the maximum of its lanes; but testdata/block.cu:189:20: lane 11: shfl.sync.down.b32: executes, but is not in its own member mask; right: a member mask that names every lane that executes the instruction
__device__ int max_of_eleven_past_the_mask(int v)
{
    for (int d = 8; d > 0; d /= 2)
        v = max(v, __shfl_down_sync(0x7ffu, v, d));
    return v;
}

// refuted: max_with_0_for_absent_warps(float): on ordinary numbers, thread 0 receives the maximum of all threads in the block of 128 threads; but thread 0: expected 0xc0000000 (-2), got 0x00000000 (0); wrong on negative numbers, numbers that are all -0, the least numbers of the type; right: NaN, the identity of max, for a lane without an element, not 0
__device__ float max_with_0_for_absent_warps(float v)
{
    __shared__ float part[32];
    for (int d = 16; d > 0; d /= 2)
        v = fmaxf(v, __shfl_xor_sync(0xffffffff, v, d));
    if (threadIdx.x % 32 == 0)
        part[threadIdx.x / 32] = v;
    __syncthreads();
    v = threadIdx.x < blockDim.x / 32 ? part[threadIdx.x] : 0.0f;
    for (int d = 16; d > 0; d /= 2)
        v = fmaxf(v, __shfl_xor_sync(0xffffffff, v, d));
    __syncthreads();
    return v;
}

// proved: keep_greatest(int, int &): the first lane of the warp receives the greatest element of its lanes and, as its index, the number of the lane that holds it; called by all 32 lanes of a warp; by the call (idx = i, keep_greatest(x, idx)); sm_80
__device__ int keep_greatest(int v, int &i)
{
    for (int d = 16; d > 0; d /= 2) {
        int o = __shfl_down_sync(0xffffffff, v, d), j = __shfl_down_sync(0xffffffff, i, d);
        if (o > v || o == v && j < i) {
            v = o;
            i = j;
        }
    }
    return v;
}

// proved: argmax_of_block(int, int *): thread 0 receives the greatest element of all threads in the block and, as its index, the number of the thread that holds it; for blocks of 128 and 256 threads, and on numbers alone for those of 32, 64, 96, 512 and 1024; by the call argmax_of_block(x, &idx); sm_80; called once: again at once is refuted, testdata/block.cu:229:32: thread 32: st.u32: race: the second call writes what thread 1 reads in the call before, and no barrier lies between, in a block of 128×1×1 threads; for blocks of one dimension
__device__ int argmax_of_block(int v, int *at)
{
    __shared__ int best[32], from[32];
    int i = threadIdx.x;
    v = keep_greatest(v, i);
    if (threadIdx.x % 32 == 0) {
        best[threadIdx.x / 32] = v;
        from[threadIdx.x / 32] = i;
    }
    __syncthreads();
    if (threadIdx.x < 32) {
        v = threadIdx.x < blockDim.x / 32 ? best[threadIdx.x] : -2147483647 - 1;
        i = threadIdx.x < blockDim.x / 32 ? from[threadIdx.x] : 0x7fffffff;
        v = keep_greatest(v, i);
    }
    *at = i;
    return v;
}

// refuted: argmax_with_minus_one(int, int *): on ordinary numbers, thread 0 receives the greatest element of all threads in the block of 128 threads and, as its index, the number of the thread that holds it; but index of thread 0: expected 0, got -1; by the call argmax_with_minus_one(x, &idx)
__device__ int argmax_with_minus_one(int v, int *at)
{
    __shared__ int best[32], from[32];
    int i = threadIdx.x;
    v = keep_greatest(v, i);
    if (threadIdx.x % 32 == 0) {
        best[threadIdx.x / 32] = v;
        from[threadIdx.x / 32] = i;
    }
    __syncthreads();
    if (threadIdx.x < 32) {
        v = threadIdx.x < blockDim.x / 32 ? best[threadIdx.x] : -2147483647 - 1;
        i = threadIdx.x < blockDim.x / 32 ? from[threadIdx.x] : -1;
        v = keep_greatest(v, i);
    }
    *at = i;
    return v;
}

// proved: maximum_from_minus_infinity(float): thread 0 receives the maximum of all threads in the block; for blocks of 128 and 256 threads, and on numbers alone for those of 32, 64, 96, 512 and 1024; sm_80; if no element is a NaN; for blocks of one dimension; else thread 0: expected 0x7fc00000 (NaN), got 0xff800000 (-Inf)
__device__ float maximum_from_minus_infinity(float v)
{
    __shared__ float part[32];
    for (int d = 16; d > 0; d /= 2)
        v = fmaxf(v, __shfl_down_sync(0xffffffff, v, d));
    if (threadIdx.x % 32 == 0)
        part[threadIdx.x / 32] = v;
    __syncthreads();
    v = threadIdx.x < blockDim.x / 32 ? part[threadIdx.x] : -INFINITY;
    if (threadIdx.x < 32)
        for (int d = 16; d > 0; d /= 2)
            v = fmaxf(v, __shfl_down_sync(0xffffffff, v, d));
    __syncthreads();
    return v;
}

// proved: maximum_from_the_least_number(float): thread 0 receives the maximum of all threads in the block; for blocks of 128 and 256 threads, and on numbers alone for those of 32, 64, 96, 512 and 1024; sm_80; if no element is a NaN or infinite; for blocks of one dimension; else thread 0: expected 0xff800000 (-Inf), got 0xff7fffff (-3.4028235e+38)
__device__ float maximum_from_the_least_number(float v)
{
    __shared__ float part[32];
    for (int d = 16; d > 0; d /= 2)
        v = fmaxf(v, __shfl_down_sync(0xffffffff, v, d));
    if (threadIdx.x % 32 == 0)
        part[threadIdx.x / 32] = v;
    __syncthreads();
    v = threadIdx.x < blockDim.x / 32 ? part[threadIdx.x] : -3.402823466e38f;
    if (threadIdx.x < 32)
        for (int d = 16; d > 0; d /= 2)
            v = fmaxf(v, __shfl_down_sync(0xffffffff, v, d));
    __syncthreads();
    return v;
}
