// Every lane receives the sum of v over the lanes of the warp that have its key, modulo 2^32.
// Launch: all 32 lanes of a warp, in any block; sm_80 and later.

__device__ unsigned group_by_bits(unsigned key, unsigned v)
{
    unsigned sum = 0;
    for (int lane = 0; lane < 32; lane++) {
        unsigned k = __shfl_sync(0xffffffff, key, lane);
        unsigned o = __shfl_sync(0xffffffff, v, lane);
        if (k == key)
            sum += o;
    }
    return sum;
}

__device__ unsigned group_by_redux(unsigned key, unsigned v)
{
    return __reduce_add_sync(__match_any_sync(0xffffffff, key), v);
}

__device__ unsigned group_of_neighbours(unsigned key, unsigned v)
{
    unsigned sum = 0;
    bool run = true;
    for (int lane = 0; lane < 32; lane++) {
        unsigned k = __shfl_sync(0xffffffff, key, lane);
        unsigned o = __shfl_sync(0xffffffff, v, lane);
        run = run && k == key;
        if (run)
            sum += o;
    }
    return sum;
}

__device__ unsigned group_by_shuffles(unsigned key, unsigned v)
{
    unsigned sum = 0;
    for (int turn = 0; turn < 32; turn++) {
        unsigned k = __shfl_xor_sync(0xffffffff, key, turn);
        unsigned o = __shfl_xor_sync(0xffffffff, v, turn);
        sum += k == key ? o : 0;
    }
    return sum;
}

__device__ unsigned group_of_two_keys(unsigned key, unsigned v)
{
    return __reduce_add_sync(__match_any_sync(0xffffffff, key / 2), v);
}

__device__ unsigned group_of_first_lane(unsigned key, unsigned v)
{
    unsigned sum = 0;
    unsigned first = __shfl_sync(0xffffffff, key, 0);
    for (int lane = 0; lane < 32; lane++) {
        unsigned k = __shfl_sync(0xffffffff, key, lane);
        unsigned o = __shfl_sync(0xffffffff, v, lane);
        if (k == first)
            sum += o;
    }
    return sum;
}
