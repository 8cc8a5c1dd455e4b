// Logical or and and of integers.

// proved: any(int): every lane receives the bitwise or of all lanes in the warp; the int32 of a member is 1 where a is not 0, else 0; called by all 32 lanes of a warp; sm_80
__device__ int any(int v)
{
    for (int d = 16; d > 0; d /= 2) {
        int other = __shfl_xor_sync(0xffffffff, v, d);
        v = v || other;
    }
    return v;
}

// A lane that is not 0 leaves the shuffle out.
// undecided: any_in_a_hurry(int): what it computes is no pattern that shflgen knows; a call on numbers ends with: testdata/logical.cu:18:18: thread 3: shfl.sync.bfly.b32: divergent: the member mask names thread 1, which waits at testdata/logical.cu:18:18
__device__ int any_in_a_hurry(int v)
{
    for (int d = 16; d > 0; d /= 2)
        v = v || __shfl_xor_sync(0xffffffff, v, d);
    return v;
}

// proved: any_of_all_bits(int): every lane receives the bitwise or of all lanes in the warp; the int32 of a member is 1 where a is not 0, else 0; called by all 32 lanes of a warp; sm_80
__device__ int any_of_all_bits(int v)
{
    for (int d = 16; d > 0; d /= 2)
        v |= __shfl_xor_sync(0xffffffff, v, d);
    return v != 0;
}

// proved: any_by_a_ballot(int): every lane receives the bitwise or of all lanes in the warp; the int32 of a member is 1 where a is not 0, else 0; called by all 32 lanes of a warp; sm_80
__device__ int any_by_a_ballot(int v)
{
    return __ballot_sync(0xffffffff, v) != 0;
}

// Opposite numbers add up to 0.
// undecided: any_of_a_sum(int): on ordinary numbers, every lane receives the bitwise or of all lanes in the warp; the int32 of a member is 1 where a is not 0, else 0; clang 19.1.7 sm_80 -O0: lane 0: the result differs (it has ((0x0 == (v[32] + v[33] + v[34] + v[35] + v[36] + v[37] + v[38] + v[39] + v[40] + v[41] + v[42] + v[43] + v[44] + v[45] + v[46] + v[47] + v[48] + v[49] + v[50]  … where the spec has (((v[32] == 0x0) ^ 0x1) | ((v[33] == 0x0) ^ 0x1) | ((v[34 …
__device__ int any_of_a_sum(int v)
{
    for (int d = 16; d > 0; d /= 2)
        v += __shfl_xor_sync(0xffffffff, v, d);
    return v != 0;
}

// undecided: any_positive(int): what it computes is no pattern that shflgen knows
__device__ int any_positive(int v)
{
    return __any_sync(0xffffffff, v > 0);
}

// undecided: any_of_even_lanes(unsigned): what it computes is no pattern that shflgen knows
__device__ unsigned any_of_even_lanes(unsigned v)
{
    for (int d = 16; d > 1; d /= 2) {
        unsigned other = __shfl_xor_sync(0xffffffff, v, d);
        v = v || other;
    }
    return v;
}

// proved: all(int): every lane receives the product of all lanes in the warp; the int32 of a member is 1 where a is not 0, else 0; called by all 32 lanes of a warp; sm_80
__device__ int all(int v)
{
    for (int d = 16; d > 0; d /= 2) {
        int other = __shfl_xor_sync(0xffffffff, v, d);
        v = v && other;
    }
    return v;
}

// proved: all_by_minima(int): every lane receives the product of all lanes in the warp; the int32 of a member is 1 where a is not 0, else 0; called by all 32 lanes of a warp; sm_80
__device__ int all_by_minima(int v)
{
    v = v != 0;
    for (int d = 16; d > 0; d /= 2)
        v = min(v, __shfl_xor_sync(0xffffffff, v, d));
    return v;
}

// 1 & 2 is 0.
// undecided: all_of_bits(int): what it computes is no pattern that shflgen knows
__device__ int all_of_bits(int v)
{
    for (int d = 16; d > 0; d /= 2)
        v &= __shfl_xor_sync(0xffffffff, v, d);
    return v != 0;
}

// proved: any_of_a_block(int): every thread receives the bitwise or of all threads in the block; the int32 of a member is 1 where a is not 0, else 0; for blocks of 128 and 256 threads, and on numbers alone for those of 32, 64, 96, 512 and 1024; sm_80; for blocks of one dimension
__device__ int any_of_a_block(int v)
{
    return __syncthreads_or(v);
}

// A warp that is not there has no 0.
// proved: all_of_a_block(int): thread 0 receives the product of all threads in the block; the int32 of a member is 1 where a is not 0, else 0; for blocks of 128 and 256 threads, and on numbers alone for those of 32, 64, 96, 512 and 1024; sm_80; called once: again at once is refuted, testdata/logical.cu:102:32: thread 32: st.u32: race: the second call writes what thread 1 reads in the call before, and no barrier lies between, in a block of 128×1×1 threads; for blocks of one dimension
__device__ int all_of_a_block(int v)
{
    __shared__ int part[32];
    v = __all_sync(0xffffffff, v);
    if (threadIdx.x % 32 == 0)
        part[threadIdx.x / 32] = v;
    __syncthreads();
    v = threadIdx.x < blockDim.x / 32 ? part[threadIdx.x] : 1;
    return __all_sync(0xffffffff, v);
}
