// Functions that no spec describes, judged as kernels are.

// shown: ballot(unsigned, bool): every lane receives a number with bit i set where p of lane i is not 0; called by all 32 lanes of a warp; by the call ballot(0xffffffffu, p); as clang builds it for sm_80 by -O2
__device__ unsigned ballot(unsigned mask, bool p)
{
    return __ballot_sync(mask, p);
}

// shown: counts(bool, bool, int &, int &): every lane receives in np the number of threads with p not 0, and in nq the number of threads with q not 0; called by all 32 lanes of a warp; as clang builds it for sm_80 by -O2
__device__ void counts(bool p, bool q, int &np, int &nq)
{
    np = __popc(__ballot_sync(0xffffffff, p));
    nq = __popc(__ballot_sync(0xffffffff, q));
}

// undecided: counts_with_a_lane_less(bool, bool, int &, int &): what it computes is no pattern that shflgen knows
__device__ void counts_with_a_lane_less(bool p, bool q, int &np, int &nq)
{
    np = __popc(__ballot_sync(0xffffffff, p));
    nq = __popc(__ballot_sync(0xffffffff, q) >> 1);
}

// shown: mean(float): every lane receives the mean of v; called by all 32 lanes of a warp; floats are compared as real numbers: in which order they are combined, and rounded, is the function's own; as clang builds it for sm_80 by -O2
__device__ float mean(float v)
{
    for (int d = 16; d > 0; d /= 2)
        v += __shfl_xor_sync(0xffffffff, v, d);
    return v / 32;
}

// undecided: mean_of_31(float): what it computes is no pattern that shflgen knows
__device__ float mean_of_31(float v)
{
    for (int d = 16; d > 0; d /= 2)
        v += __shfl_xor_sync(0xffffffff, v, d);
    return v / 31;
}

// shown: broadcast(float, int): every thread receives v of thread 0; called by all threads of blocks of 32, 64, 128 and 256 threads; by the call broadcast(v, 0); called once; for blocks of one dimension; as clang builds it for sm_80 by -O2
__device__ float broadcast(float v, int from)
{
    __shared__ float s;
    if (threadIdx.x == from)
        s = v;
    __syncthreads();
    return s;
}

// refuted: broadcast_without_barrier(float): on ordinary numbers, every thread receives v of thread 0; but wrong in 2 blocks of 128 threads, rows of 128 elements: testdata/called.cu:55:12: thread 1: ld.shared.f32: race: reads what thread 0 writes, and no barrier lies between; as clang builds it for sm_80 by -O2
__device__ float broadcast_without_barrier(float v)
{
    __shared__ float s;
    if (threadIdx.x == 0)
        s = v;
    return s;
}

struct Moments { float mean, m2, count; };

// shown: moments(Moments): every lane receives in mean the mean of mean weighted by count, and in m2 the sum of m2 + count * (mean - the mean of mean weighted by count)^2, and in count the sum of count; called by all 32 lanes of a warp; if no number that is compared with 0 is 0; if no sum of numbers that it divides by is 0; floats are compared as real numbers: in which order they are combined, and rounded, is the function's own; as clang builds it for sm_80 by -O2
__device__ Moments moments(Moments v)
{
    for (int d = 16; d > 0; d /= 2) {
        float mean = __shfl_xor_sync(0xffffffff, v.mean, d), m2 = __shfl_xor_sync(0xffffffff, v.m2, d);
        float count = __shfl_xor_sync(0xffffffff, v.count, d);
        if (count == 0)
            continue;
        float n = v.count + count, delta = mean - v.mean;
        v.mean += delta * count / n;
        v.m2 += m2 + delta * delta * v.count * count / n;
        v.count = n;
    }
    return v;
}

// undecided: moments_of_equal_counts(Moments): what it computes is no pattern that shflgen knows; a call on numbers ends with: testdata/called.cu:81:77: unsupported by design: sub.f32 here and mul.f32 at testdata/called.cu:82:34, both without .rn: the assembler may contract them into an fma; write __fadd_rn or __fmul_rn (__dadd_rn, __dmul_rn; __hadd_rn, __hmul_rn)
__device__ Moments moments_of_equal_counts(Moments v)
{
    for (int d = 16; d > 0; d /= 2) {
        float mean = __shfl_xor_sync(0xffffffff, v.mean, d), m2 = __shfl_xor_sync(0xffffffff, v.m2, d);
        float count = __shfl_xor_sync(0xffffffff, v.count, d), delta = mean - v.mean;
        v.mean = (v.mean + mean) / 2;
        v.m2 += m2 + delta * delta * count / 2;
        v.count += count;
    }
    return v;
}

// shown: places(bool, unsigned *): lane 0 receives in counter counter + the number of lanes with p not 0, and every lane receives counter + the number of lanes before it with p not 0, of a lane with p 0 nothing; called by all 32 lanes of a warp; while no other thread changes counter; for launches by blocks of 32×1×1 threads, as it reads threadIdx or blockDim; as clang builds it for sm_80 by -O2
__device__ int places(bool p, unsigned *counter)
{
    unsigned mask = __ballot_sync(0xffffffff, p), lane = threadIdx.x % 32, first = 0;
    if (lane == 0)
        first = atomicAdd(counter, __popc(mask));
    first = __shfl_sync(0xffffffff, first, 0);
    return p ? first + __popc(mask & (1u << lane) - 1) : -1;
}

// undecided: places_by_another_lane(bool, unsigned *): places_by_another_lane(bool, unsigned *) is not called on a lane's element: audit takes T f(T v), void f(T &v), and these with a mask, a number, an index or shared memory beside v
__device__ int places_by_another_lane(bool p, unsigned *counter)
{
    unsigned mask = __ballot_sync(0xffffffff, p), lane = threadIdx.x % 32, first = 0;
    if (lane == 0)
        first = atomicAdd(counter, __popc(mask));
    first = __shfl_sync(0xffffffff, first, 1);
    return p ? first + __popc(mask & (1u << lane) - 1) : -1;
}

// undecided: places_off_by_one(bool, unsigned *): places_off_by_one(bool, unsigned *) is not called on a lane's element: audit takes T f(T v), void f(T &v), and these with a mask, a number, an index or shared memory beside v
__device__ int places_off_by_one(bool p, unsigned *counter)
{
    unsigned mask = __ballot_sync(0xffffffff, p), lane = threadIdx.x % 32, first = 0;
    if (lane == 0)
        first = atomicAdd(counter, __popc(mask));
    first = __shfl_sync(0xffffffff, first, 0);
    return p ? first + __popc(mask & (2u << lane) - 1) : -1;
}

// shown: places_of_some(int *): lane 0 receives in counter counter + the number of lanes, and every lane receives counter of lane 0 + its number; called by all 32 lanes of a warp; by some lanes on numbers alone: lane 0 receives in counter counter + the number of lanes that call, and every lane receives counter + the number of lanes before it that call, of a lane that does not call nothing; while no other thread changes counter; for launches by blocks of 32×1×1 threads, as it reads threadIdx or blockDim; if all lanes of a warp that come to __activemask() are there at the same time, which CUDA does not promise; as clang builds it for sm_80 by -O2
__device__ int places_of_some(int *counter)
{
    unsigned mask = __activemask(), lane = threadIdx.x % 32;
    int leader = __ffs(mask) - 1, first = 0;
    if (lane == leader)
        first = atomicAdd(counter, __popc(mask));
    first = __shfl_sync(mask, first, leader);
    return first + __popc(mask & (1u << lane) - 1);
}

// shown: places_by_lane_0(int *): lane 0 receives in counter counter + the number of lanes, and every lane receives counter of lane 0 + its number; called by all 32 lanes of a warp; calls by some lanes leave something else; while no other thread changes counter; for launches by blocks of 32×1×1 threads, as it reads threadIdx or blockDim; if all lanes of a warp that come to __activemask() are there at the same time, which CUDA does not promise; as clang builds it for sm_80 by -O2
__device__ int places_by_lane_0(int *counter)
{
    unsigned mask = __activemask(), lane = threadIdx.x % 32;
    int first = 0;
    if (lane == 0)
        first = atomicAdd(counter, __popc(mask));
    first = __shfl_sync(mask, first, 0);
    return first + __popc(mask & (1u << lane) - 1);
}

// undecided: places_by_each(int *): what it computes is no pattern that shflgen knows
__device__ int places_by_each(int *counter)
{
    unsigned lane = threadIdx.x % 32;
    int first = atomicAdd(counter, 1);
    return __shfl_sync(0xffffffff, first, 0) + lane;
}
