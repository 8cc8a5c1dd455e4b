// The reduction of six arrays, more than a map takes, with the same parameters, launched with 256 blocks of 256 threads.
// What a thread takes in depends on n alone, an emitted function combines the threads of a block, and the block that
// ends last combines the blocks in their order: the bits are the same in every launch. One launch at a time: the
// partial results are in memory of the module.

#define BLOCKS 256
#define THREADS 256

__device__ float partial[BLOCKS];
__device__ unsigned ended;

// Thread 0 of the block that ends last gets the result of all blocks, and returns true.
template <class Block> __device__ bool last_of(float *result, float mine, Block block)
{
    __shared__ bool last;
    float of_block = block(mine);
    if (threadIdx.x == 0) {
        partial[blockIdx.x] = of_block;
        __threadfence();
        last = atomicAdd(&ended, 1u) == BLOCKS - 1;
    }
    __syncthreads();
    if (!last)
        return false;
    __threadfence();
    *result = block(((volatile float *)partial)[threadIdx.x]);
    if (threadIdx.x != 0)
        return false;
    ended = 0; // as the next launch finds it
    return true;
}

#define LOADS 8 // of a thread, in flight at once

#define REDUCE(name, inputs, load, op, block)                                                                    \
    extern "C" __global__ void __launch_bounds__(THREADS) name(inputs, float *dst, float init, int n)            \
    {                                                                                                            \
        float mine = init, own[LOADS];                                                                           \
        long long i = blockIdx.x * THREADS + threadIdx.x;                                                        \
        const long long stride = BLOCKS * THREADS;                                                               \
        for (; i + (LOADS - 1) * stride < n; i += LOADS * stride) {                                              \
            const long long first = i;                                                                           \
            _Pragma("unroll") for (int k = 0; k < LOADS; k++) {                                                  \
                const long long i = first + k * stride;                                                          \
                own[k] = load;                                                                                   \
            }                                                                                                    \
            _Pragma("unroll") for (int k = 0; k < LOADS; k++) mine = op(mine, own[k]);                           \
        }                                                                                                        \
        for (; i < n; i += stride)                                                                               \
            mine = op(mine, load);                                                                               \
        float all;                                                                                               \
        if (last_of(&all, mine, [](float v) { return block(v); }))                                               \
            *dst = all;                                                                                          \
    }

REDUCE(reduce_maxvecdiff, SIX, SQUARE(x[i] - u[i]) + SQUARE(y[i] - v[i]) + SQUARE(z[i] - w[i]), MAX, block_max)
