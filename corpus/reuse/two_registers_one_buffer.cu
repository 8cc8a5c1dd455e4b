// Thread 0 receives in each of its two registers the sum of that register over the block of 64 threads, modulo 2^32.
// The next call may follow at once.
// Launch: all threads of blocks of 64x1x1.

__device__ unsigned add_down(unsigned v)
{
    for (int d = 16; d > 0; d /= 2)
        v += __shfl_down_sync(0xffffffff, v, d);
    return v;
}

__device__ void buffer_freed_between(unsigned (&v)[2])
{
    __shared__ unsigned part[2];
    for (int r = 0; r < 2; r++) {
        unsigned sum = add_down(v[r]);
        if (threadIdx.x % 32 == 0)
            part[threadIdx.x / 32] = sum;
        __syncthreads();
        v[r] = part[0] + part[1];
        __syncthreads();
    }
}

__device__ void buffer_stored_too_early(unsigned (&v)[2])
{
    __shared__ unsigned part[2];
    for (int r = 0; r < 2; r++) {
        unsigned sum = add_down(v[r]);
        if (threadIdx.x % 32 == 0)
            part[threadIdx.x / 32] = sum;
        __syncthreads();
        v[r] = part[0] + part[1];
    }
    __syncthreads();
}

__device__ void second_register_in_the_warp_only(unsigned (&v)[2])
{
    __shared__ unsigned part[2];
    unsigned sum = add_down(v[0]);
    v[1] = add_down(v[1]);
    if (threadIdx.x % 32 == 0)
        part[threadIdx.x / 32] = sum;
    __syncthreads();
    v[0] = part[0] + part[1];
    __syncthreads();
}
