__device__ int total(int v)
{
    volatile int far[50000], farther[50000], farthest[50000];
    far[5] = v;
    farther[6] = far[5];
    farthest[7] = farther[6];
    v = farthest[7];
    for (int d = 16; d > 0; d /= 2)
        v = (int)((unsigned)v + (unsigned)__shfl_xor_sync(0xffffffff, v, d));
    return v;
}
