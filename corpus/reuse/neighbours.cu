// Thread i receives the sum of v over threads 0 to i of the block of 32 threads, modulo 2^32. The next call may
// follow at once.
// Launch: all threads of blocks of 32x1x1.

__device__ unsigned two_arrays_in_turn(unsigned v)
{
    __shared__ unsigned at[2][32];
    unsigned i = threadIdx.x, from = 0;
    at[0][i] = v;
    __syncthreads();
    for (unsigned d = 1; d < 32; d *= 2) {
        at[1 - from][i] = at[from][i] + (i >= d ? at[from][i - d] : 0);
        from = 1 - from;
        __syncthreads();
    }
    return at[from][i];
}

__device__ unsigned one_array_for_both(unsigned v)
{
    __shared__ unsigned at[2][32];
    unsigned i = threadIdx.x, from = 0;
    at[0][i] = v;
    __syncthreads();
    for (unsigned d = 1; d < 32; d *= 2) {
        at[from][i] = at[from][i] + (i >= d ? at[from][i - d] : 0);
        __syncthreads();
    }
    return at[from][i];
}

__device__ unsigned result_of_the_other_array(unsigned v)
{
    __shared__ unsigned at[2][32];
    unsigned i = threadIdx.x, from = 0;
    at[0][i] = v;
    __syncthreads();
    for (unsigned d = 1; d < 32; d *= 2) {
        at[1 - from][i] = at[from][i] + (i >= d ? at[from][i - d] : 0);
        from = 1 - from;
        __syncthreads();
    }
    return at[1 - from][i];
}
