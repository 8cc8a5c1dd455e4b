// Every lane receives the number of lanes before it that have its key, and through count the number of all lanes
// that have it.
// Launch: all 32 lanes of a warp; blocks of 32x1x1 threads.

__device__ int lanes_below(unsigned key, int *count)
{
    unsigned group = __match_any_sync(0xffffffff, key);
    *count = __popc(group);
    return __popc(group & (1u << threadIdx.x % 32) - 1);
}

__device__ int lanes_up_to_its_own(unsigned key, int *count)
{
    unsigned group = __match_any_sync(0xffffffff, key);
    *count = __popc(group);
    return __popc(group & (2u << threadIdx.x % 32) - 1);
}

__device__ int lanes_above(unsigned key, int *count)
{
    unsigned group = __match_any_sync(0xffffffff, key);
    *count = __popc(group);
    return __popc(group & 0xffffffffu << threadIdx.x % 32);
}

__device__ int key_of_16_bits(unsigned key, int *count)
{
    unsigned group = __match_any_sync(0xffffffff, key & 0xffff);
    *count = __popc(group);
    return __popc(group & (1u << threadIdx.x % 32) - 1);
}
