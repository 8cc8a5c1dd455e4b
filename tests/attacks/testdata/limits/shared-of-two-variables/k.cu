__device__ int total(int v)
{
    unsigned thread = threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z);
    __shared__ int slots[12000];
    __shared__ int more[300];
    more[thread] = v;
    __syncthreads();
    v = more[thread];
    slots[thread] = v;
    __syncthreads();
    int x = v;
    if (thread == 0)
        for (unsigned i = 1; i < 64; i++)
            x = (int)((unsigned)x + (unsigned)slots[i]);
    __syncthreads();
    return x;
}
