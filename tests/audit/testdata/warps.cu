// Functions that are right in a block of one warp. Those that number the warps are for more.

// refuted: sum_without_barrier(unsigned): on ordinary numbers, every thread receives the sum of all threads in the block of 64 threads; but testdata/warps.cu:10:32: thread 32: st.shared.u32: race: writes what thread 1 reads, and no barrier lies between; right: a barrier between the two accesses
__device__ unsigned sum_without_barrier(unsigned v)
{
    __shared__ unsigned part[32];
    for (int d = 16; d > 0; d /= 2)
        v += __shfl_xor_sync(0xffffffff, v, d);
    if (threadIdx.x % 32 == 0)
        part[threadIdx.x / 32] = v;
    v = threadIdx.x % 32 < blockDim.x / 32 ? part[threadIdx.x % 32] : 0;
    for (int d = 16; d > 0; d /= 2)
        v += __shfl_xor_sync(0xffffffff, v, d);
    __syncthreads();
    return v;
}

// undecided: sum_of_each_warp(unsigned): on ordinary numbers, every thread receives the sum of all threads in the block of 32 threads; proved for one warp; a call by 64 threads computes something else
__device__ unsigned sum_of_each_warp(unsigned v)
{
    __shared__ unsigned part[32];
    for (int d = 16; d > 0; d /= 2)
        v += __shfl_xor_sync(0xffffffff, v, d);
    if (threadIdx.x % 32 == 0)
        part[threadIdx.x / 32] = v;
    __syncthreads();
    v = part[threadIdx.x / 32];
    __syncthreads();
    return v;
}

// undecided: sum_of_one_warp(unsigned): on ordinary numbers, every thread receives the sum of all threads in the block of 32 threads; proved for one warp; a call by 64 threads ends with: testdata/warps.cu:36:23: thread 32: st.shared.u32: 4 bytes at +128 are outside shared memory of _ZZ15sum_of_one_warpjE4part, which has 128 bytes
__device__ unsigned sum_of_one_warp(unsigned v)
{
    __shared__ unsigned part[32];
    part[threadIdx.x] = v;
    __syncthreads();
    for (int d = 16; d > 0; d /= 2) {
        if (threadIdx.x < d)
            part[threadIdx.x] += part[threadIdx.x + d];
        __syncthreads();
    }
    v = part[0];
    __syncthreads();
    return v;
}

// proved: sum_of_the_first_warp(unsigned): every thread receives the sum of all threads in the block of 32 threads; called by all 32 threads of a block; sm_80; for blocks of one dimension
__device__ unsigned sum_of_the_first_warp(unsigned v)
{
    __shared__ unsigned sum;
    for (int d = 16; d > 0; d /= 2)
        v += __shfl_xor_sync(0xffffffff, v, d);
    if (threadIdx.x == 0)
        sum = v;
    __syncthreads();
    v = sum;
    __syncthreads();
    return v;
}
