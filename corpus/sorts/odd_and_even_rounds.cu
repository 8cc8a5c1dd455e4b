// In each segment of 8 lanes, the lane at position i receives the element of rank i among the v of its segment.
// Launch: all 32 lanes of a warp; blocks of 32x1x1 threads.

__device__ unsigned exchange(unsigned v, unsigned partner, unsigned at)
{
    unsigned o = __shfl_sync(0xffffffff, v, partner, 8);
    return at < partner ? min(v, o) : max(v, o);
}

__device__ unsigned eight_rounds(unsigned v)
{
    unsigned at = threadIdx.x % 8;
    for (unsigned r = 0; r < 8; r++) {
        unsigned partner = at % 2 == r % 2 ? at + 1 : at - 1;
        v = exchange(v, partner < 8 ? partner : at, at);
    }
    return v;
}

__device__ unsigned seven_rounds(unsigned v)
{
    unsigned at = threadIdx.x % 8;
    for (unsigned r = 0; r < 7; r++) {
        unsigned partner = at % 2 == r % 2 ? at + 1 : at - 1;
        v = exchange(v, partner < 8 ? partner : at, at);
    }
    return v;
}
