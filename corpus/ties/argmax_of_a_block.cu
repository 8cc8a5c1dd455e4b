// Thread 0 receives the greatest v of the block of 64 threads, and through idx the lowest thread that holds it. The
// next call may follow at once.
// Launch: all threads of blocks of 64x1x1.

__device__ void winner_of_warp(int &v, int &at)
{
    for (int d = 16; d > 0; d /= 2) {
        int o = __shfl_xor_sync(0xffffffff, v, d);
        int from = __shfl_xor_sync(0xffffffff, at, d);
        if (o > v || (o == v && from < at)) {
            v = o;
            at = from;
        }
    }
}

__device__ int later_warp_if_greater(int v, int *idx)
{
    __shared__ int part[2], of[2];
    int at = threadIdx.x;
    winner_of_warp(v, at);
    if (threadIdx.x % 32 == 0) {
        part[threadIdx.x / 32] = v;
        of[threadIdx.x / 32] = at;
    }
    __syncthreads();
    int w = part[1] > part[0];
    *idx = of[w];
    v = part[w];
    __syncthreads();
    return v;
}

__device__ int later_warp_if_equal(int v, int *idx)
{
    __shared__ int part[2], of[2];
    int at = threadIdx.x;
    winner_of_warp(v, at);
    if (threadIdx.x % 32 == 0) {
        part[threadIdx.x / 32] = v;
        of[threadIdx.x / 32] = at;
    }
    __syncthreads();
    int w = part[1] >= part[0];
    *idx = of[w];
    v = part[w];
    __syncthreads();
    return v;
}

__device__ int lane_for_thread(int v, int *idx)
{
    __shared__ int part[2], of[2];
    int at = threadIdx.x % 32;
    winner_of_warp(v, at);
    if (threadIdx.x % 32 == 0) {
        part[threadIdx.x / 32] = v;
        of[threadIdx.x / 32] = at;
    }
    __syncthreads();
    int w = part[1] > part[0];
    *idx = of[w];
    v = part[w];
    __syncthreads();
    return v;
}
