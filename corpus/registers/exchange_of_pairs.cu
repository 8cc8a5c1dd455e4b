// Of lanes i and i ^ 1, the lower one's register 1 and the upper one's register 0 change places; the other registers
// keep what they have.
// Launch: all 32 lanes of a warp; blocks of 32x1x1 threads.

__device__ void chosen_before_stored(int (&v)[2])
{
    bool upper = threadIdx.x % 2;
    int o = __shfl_xor_sync(0xffffffff, upper ? v[0] : v[1], 1);
    if (upper)
        v[0] = o;
    else
        v[1] = o;
}

__device__ void stored_before_sent(int (&v)[2])
{
    bool upper = threadIdx.x % 2;
    int down = __shfl_xor_sync(0xffffffff, v[0], 1);
    if (!upper)
        v[1] = down;
    int up = __shfl_xor_sync(0xffffffff, v[1], 1);
    if (upper)
        v[0] = up;
}
