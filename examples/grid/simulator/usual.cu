// The reductions of a finite-difference simulator as such programs write them: 8 blocks, shared memory that is
// volatile for the last warp, one atomic operation a block. The order of the atomic additions changes from
// launch to launch, and so do the bits of sums. dst is `init` before the launch.

#define SUM(a, b) ((a) + (b))
#define MAX(a, b) fmaxf(a, b)
#define ATOMIC_SUM(dst, v) atomicAdd(dst, v)
#define ATOMIC_MAX(dst, v) atomicMax((int *)(dst), __float_as_int(v)) // of numbers that are not negative

#define USUAL(name, inputs, load, op, atomic)                                                                    \
    extern "C" __global__ void name(inputs, float *dst, float init, int n)                                       \
    {                                                                                                            \
        __shared__ float shared[512];                                                                            \
        int tid = threadIdx.x;                                                                                   \
        float mine = init;                                                                                       \
        for (int i = blockIdx.x * blockDim.x + tid; i < n; i += gridDim.x * blockDim.x)                          \
            mine = op(mine, load);                                                                               \
        shared[tid] = mine;                                                                                      \
        __syncthreads();                                                                                         \
        for (int half = blockDim.x / 2; half > 32; half /= 2) {                                                  \
            if (tid < half)                                                                                      \
                shared[tid] = op(shared[tid], shared[tid + half]);                                               \
            __syncthreads();                                                                                     \
        }                                                                                                        \
        if (tid < 32) {                                                                                          \
            volatile float *last = shared;                                                                       \
            for (int half = 32; half > 0; half /= 2)                                                             \
                last[tid] = op(last[tid], last[tid + half]);                                                     \
        }                                                                                                        \
        if (tid == 0)                                                                                            \
            atomic(dst, shared[0]);                                                                              \
    }

#define ONE const float *x
#define TWO const float *x, const float *y
#define THREE const float *x, const float *y, const float *z
#define SIX const float *x, const float *y, const float *z, const float *u, const float *v, const float *w
#define SQUARE(a) ((a) * (a))

USUAL(usual_sum, ONE, x[i], SUM, ATOMIC_SUM)
USUAL(usual_dot, TWO, x[i] * y[i], SUM, ATOMIC_SUM)
USUAL(usual_maxabs, ONE, fabsf(x[i]), MAX, ATOMIC_MAX)
USUAL(usual_maxdiff, TWO, fabsf(x[i] - y[i]), MAX, ATOMIC_MAX)
USUAL(usual_maxvecnorm, THREE, SQUARE(x[i]) + SQUARE(y[i]) + SQUARE(z[i]), MAX, ATOMIC_MAX)
USUAL(usual_maxvecdiff, SIX, SQUARE(x[i] - u[i]) + SQUARE(y[i] - v[i]) + SQUARE(z[i] - w[i]), MAX, ATOMIC_MAX)
