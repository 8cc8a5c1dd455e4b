// Every lane receives the greatest v of the warp and through idx the lowest lane that holds it.
// Launch: all 32 lanes of a warp; blocks of 32x1x1 threads.

__device__ int key_of_64_bits(int v, int *idx)
{
    long long key = (long long)((unsigned long long)(long long)v << 5 | 31 - threadIdx.x % 32);
    for (int d = 16; d > 0; d /= 2)
        key = max(key, __shfl_xor_sync(0xffffffff, key, d));
    *idx = 31 - (int)(key & 31);
    return (int)(key >> 5);
}

__device__ int key_of_32_bits(int v, int *idx)
{
    int key = (int)((unsigned)v << 5 | 31 - threadIdx.x % 32);
    for (int d = 16; d > 0; d /= 2)
        key = max(key, __shfl_xor_sync(0xffffffff, key, d));
    *idx = 31 - (key & 31);
    return key >> 5;
}
