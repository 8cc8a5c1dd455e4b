// Every lane receives in each of its two registers the sum of that register over the warp, modulo 2^32.
// Launch: all 32 lanes of a warp, in any block.

__device__ void each_register(unsigned (&v)[2])
{
    for (int d = 16; d > 0; d /= 2)
        for (int r = 0; r < 2; r++)
            v[r] += __shfl_xor_sync(0xffffffff, v[r], d);
}

__device__ void first_register_twice(unsigned (&v)[2])
{
    for (int d = 16; d > 0; d /= 2)
        for (int r = 0; r < 2; r++)
            v[r] += __shfl_xor_sync(0xffffffff, v[0], d);
}

__device__ void registers_in_turn(unsigned (&v)[2])
{
    int r = 0;
    for (int d = 16; d > 0; d /= 2, r = 1 - r)
        v[r] += __shfl_xor_sync(0xffffffff, v[r], d);
}
