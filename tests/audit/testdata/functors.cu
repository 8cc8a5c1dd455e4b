// Classes of functions as arguments, defaults of templates, and rows that warps take in turn.

struct Plus { __device__ int operator()(int a, int b) const { return a + b; } };
struct Less { __device__ int operator()(int a, int b) const { return a - b; } };
struct Beyond { int n; __device__ int operator()(int a, int b) const { return a + b + n; } };

// proved: fold<Plus>(int, Plus): every lane receives the sum of all lanes in the warp; called by all 32 lanes of a warp; by the call ({ static_assert(__is_empty(Plus), "a class with state"); fold<Plus>(x, Plus{}); }); sm_80; signed overflow and floats beyond the range of an integer as in these builds: C++ leaves them undefined
template <class F> __device__ int fold(int v, F f)
{
    for (int d = 16; d > 0; d /= 2)
        v = f(v, __shfl_xor_sync(~0u, v, d));
    return v;
}

// undecided: fold_by_less<Less>(int, const Less &): what it computes is no pattern that shflgen knows
template <class F> __device__ int fold_by_less(int v, const F &f)
{
    for (int d = 16; d > 0; d /= 2)
        v = f(v, __shfl_xor_sync(~0u, v, d));
    return v;
}

// undecided: fold_with_state<Beyond>(int, Beyond): fold_with_state<Beyond>(int, Beyond): a parameter is of a class with state
template <class F> __device__ int fold_with_state(int v, F f)
{
    for (int d = 16; d > 0; d /= 2)
        v = f(v, __shfl_xor_sync(~0u, v, d));
    return v;
}

// proved: total(int): every lane receives the sum of all lanes in the warp; called by all 32 lanes of a warp; sm_80; signed overflow and floats beyond the range of an integer as in these builds: C++ leaves them undefined
__device__ int total(int v) { return fold<Plus>(v, Plus()); }

// undecided: differences(int): what it computes is no pattern that shflgen knows
__device__ int differences(int v) { return fold_by_less<Less>(v, Less()); }

// shown: beyond(int, int): every lane receives the sum of v; called by all 32 lanes of a warp; by the call beyond(v, 0); as clang builds it for sm_80 by -O2
__device__ int beyond(int v, int n) { return fold_with_state<Beyond>(v, Beyond{n}); }

// proved: segment_sum<float>(float): every lane receives the sum of all lanes in its segment of 16 lanes, in the order far; called by all 32 lanes of a warp; sm_80; add.f32 without .rn: if a caller makes v by a product, or adds to the result, the compiler may contract that into an fma; __fadd_rn and __fmul_rn forbid it
template <typename T, int WIDTH = 16> __device__ T segment_sum(T v)
{
    for (int d = WIDTH / 2; d > 0; d /= 2)
        v += __shfl_xor_sync(~0u, v, d);
    return v;
}

// proved: other_sum<float, 32>(float): every lane receives the sum of all lanes in the warp, in the order far; called by all 32 lanes of a warp; sm_80; add.f32 without .rn: if a caller makes v by a product, or adds to the result, the compiler may contract that into an fma; __fadd_rn and __fmul_rn forbid it
template <typename T, int WIDTH> __device__ T other_sum(T v) { return segment_sum<T, WIDTH>(v); }

// proved: of_block<256>(int): every thread receives the sum of all threads in the block of 256 threads; called by all 256 threads of a block; sm_80; called once: again at once is refuted, testdata/functors.cu:57:32: thread 0: st.u32: race: the second call writes what thread 1 reads in the call before, and no barrier lies between, in a block of 256×1×1 threads; for blocks of one dimension; signed overflow and floats beyond the range of an integer as in these builds: C++ leaves them undefined
template <int THREADS> __device__ int of_block(int v)
{
    __shared__ int part[THREADS / 32];
    v = fold<Plus>(v, Plus());
    if (threadIdx.x % 32 == 0)
        part[threadIdx.x / 32] = v;
    __syncthreads();
    v = 0;
    for (int i = 0; i < THREADS / 32; i++)
        v += part[i];
    return v;
}

// undecided: rows_in_turn(const float *, float *, int, int, int): what it computes is no pattern that shflgen knows; a call on numbers ends with: testdata/functors.cu:69:20: unsupported by design: %ctaid.x in a function: what it gives must not depend on which block calls it
__device__ __forceinline__ void rows_in_turn(const float *in, float *out, int rows, int n, int step)
{
    int warps = blockDim.x / 32;
    for (int row = blockIdx.x * warps + threadIdx.x / 32; row < rows; row += gridDim.x * warps + step) {
        float sum = 0;
        for (int i = threadIdx.x % 32; i < n; i += 32)
            sum += in[row * n + i];
        for (int d = 16; d > 0; d /= 2)
            sum += __shfl_xor_sync(~0u, sum, d);
        if (threadIdx.x % 32 == 0)
            out[row] = sum;
    }
}

// shown: in_turn<float>(const float *, float *, int, int): out receives the sum of each row of in, for rows rows, for n elements of a row; for 2 blocks of 64 threads and n = 1, 7, 31, 32, 33, 64, 100, 128, 129, 256, 260 and 515; floats are compared as real numbers: in which order they are combined, and rounded, is the kernel's own; as clang builds it for sm_80 by -O2
template <typename T> __global__ __launch_bounds__(64) void in_turn(const T *in, T *out, int rows, int n)
{
    rows_in_turn(in, out, rows, n, 0);
}

template __global__ void in_turn<float>(const float *, float *, int, int);

// refuted: all_but_some(const float *, float *, int, int): on ordinary numbers, out receives the sum of each row of in, for rows rows, for n elements of a row; but wrong in 2 blocks of 64 threads, rows of 7 elements: on numbers of either sign, out[4]: expected -3.52051, got 99.9606; as clang builds it for sm_80 by -O2
__global__ __launch_bounds__(64) void all_but_some(const float *in, float *out, int rows, int n)
{
    rows_in_turn(in, out, rows, n, 1);
}

template<typename T> struct adding {
    __device__ static T of(T a, T b) { return a + b; }
};

template<bool Before = false, template<typename> class Op = adding, typename T>
// proved: scanned<>(float): every lane receives the sum of all lanes at or before it in the warp, in the order near; called by all 32 lanes of a warp; sm_80; for launches by blocks of 32×1×1 threads, as it reads threadIdx or blockDim; add.f32 without .rn: if a caller makes v by a product, or adds to the result, the compiler may contract that into an fma; __fadd_rn and __fmul_rn forbid it
__device__ T scanned(T v)
{
    T own = v;
    for (int d = 1; d < 32; d *= 2) {
        T other = __shfl_up_sync(~0u, v, d);
        v = threadIdx.x % 32 >= d ? Op<T>::of(other, v) : v;
    }
    return Before ? v - own : v;
}

template<bool Before = false, template<typename> class Op = adding, typename T>
// undecided: scanned_too_far<>(float): what it computes is no pattern that shflgen knows
__device__ T scanned_too_far(T v)
{
    for (int d = 1; d < 32; d *= 2) {
        T other = __shfl_up_sync(~0u, v, d);
        v = threadIdx.x % 32 > d ? Op<T>::of(other, v) : v;
    }
    return v;
}
