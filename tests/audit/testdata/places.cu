// Functions that leave results in places of their own, and take functions or the number of a block's threads.

// proved: best_of(float, float &, int &): every lane receives the greatest element of all lanes in the warp and, as its index, the number of the lane that holds it; called by all 32 lanes of a warp; by the call (best_of(x, x, idx), static_cast<float>(x)); sm_80; for launches by blocks of 32×1×1 threads, as it reads threadIdx or blockDim; if no element is a NaN or -0; else lane 0: expected 0x00000000 (0), got 0x80000000 (-0)
__device__ void best_of(float v, float &most, int &where)
{
    int i = threadIdx.x % 32;
    for (int d = 16; d > 0; d /= 2) {
        float u = __shfl_xor_sync(~0u, v, d);
        int j = __shfl_xor_sync(~0u, i, d);
        if (u > v || (u == v && j < i)) {
            v = u;
            i = j;
        }
    }
    most = v;
    where = i;
}

// undecided: next_of_best(float, float &, int &): what it computes is no pattern that shflgen knows
__device__ void next_of_best(float v, float &most, int &where)
{
    best_of(v, most, where);
    where = (where + 1) % 32;
}

// proved: before(unsigned, unsigned &): every lane receives the sum of all lanes before it in the warp; called by all 32 lanes of a warp; by the call ({ unsigned ignored{}; before(x, ignored); }); what it leaves in ignored is not looked at; sm_80; for launches by blocks of 32×1×1 threads, as it reads threadIdx or blockDim
__device__ unsigned before(unsigned v, unsigned &all)
{
    unsigned sum = v;
    for (int d = 1; d < 32; d *= 2) {
        unsigned u = __shfl_up_sync(~0u, sum, d);
        if (threadIdx.x % 32 >= d)
            sum += u;
    }
    all = __shfl_sync(~0u, sum, 31);
    return sum - v;
}

// undecided: added_to(unsigned, unsigned &): what it computes is no pattern that shflgen knows
__device__ unsigned added_to(unsigned v, unsigned &all)
{
    return before(v, all) + (all > 100);
}

// proved: fold<int,Plus>(int, Plus): every lane receives the sum of all lanes in the warp; called by all 32 lanes of a warp; by the call fold<int,Plus>(x, Plus{}); sm_80; signed overflow and floats beyond the range of an integer as in these builds: C++ leaves them undefined
template <class T, class F> __device__ T fold(T v, F f)
{
    for (int d = 16; d > 0; d /= 2)
        v = f(v, __shfl_xor_sync(~0u, v, d));
    return v;
}

struct Plus { __device__ int operator()(int a, int b) const { return a + b; } };
// proved: total(int): every lane receives the sum of all lanes in the warp; called by all 32 lanes of a warp; sm_80; signed overflow and floats beyond the range of an integer as in these builds: C++ leaves them undefined
__device__ int total(int v) { return fold<int, Plus>(v, Plus()); }

// proved: any_of_best(int &, int &): every lane receives the greatest element of all lanes in the warp and, as its index, the number of the lane that holds it; called by all 32 lanes of a warp; by the call (idx = i, any_of_best(x, idx), static_cast<int>(x)); sm_80; of equal elements any index is right
__device__ void any_of_best(int &v, int &i)
{
    for (int d = 16; d > 0; d /= 2) {
        int u = __shfl_xor_sync(~0u, v, d), j = __shfl_xor_sync(~0u, i, d);
        if (u > v) {
            v = u;
            i = j;
        }
    }
}

// undecided: none_of_best(int &, int &): what it computes is no pattern that shflgen knows
__device__ void none_of_best(int &v, int &i)
{
    any_of_best(v, i);
    i = v % 4 == 1 ? -1 : i;
}

// proved: of_block<256>(int): every thread receives the sum of all threads in the block of 256 threads; called by all 256 threads of a block; sm_80; called once: again at once is refuted, testdata/places.cu:76:32: thread 0: st.u32: race: the second call writes what thread 1 reads in the call before, and no barrier lies between, in a block of 256×1×1 threads; for blocks of one dimension; signed overflow and floats beyond the range of an integer as in these builds: C++ leaves them undefined
template <int BLOCK> __device__ int of_block(int v)
{
    __shared__ int part[BLOCK / 32];
    for (int d = 16; d > 0; d /= 2)
        v += __shfl_down_sync(~0u, v, d);
    if (threadIdx.x % 32 == 0)
        part[threadIdx.x / 32] = v;
    __syncthreads();
    v = 0;
    for (int i = 0; i < BLOCK / 32; i++)
        v += part[i];
    return v;
}

// proved: beginning_low(float): every thread receives the maximum of all threads in the block; for blocks of 128 and 256 threads, and on numbers alone for those of 32, 64, 96, 512 and 1024; sm_80; called once: again at once is refuted, testdata/places.cu:90:32: thread 0: st.f32: race: the second call writes what thread 1 reads in the call before, and no barrier lies between, in a block of 128×1×1 threads; if no element is a NaN or infinite; for blocks of one dimension; else thread 0: expected 0x7fc00000 (NaN), got 0xff7fffff (-3.4028235e+38)
__device__ float beginning_low(float v)
{
    __shared__ float part[32];
    for (int d = 16; d > 0; d /= 2)
        v = fmaxf(v, __shfl_down_sync(~0u, v, d));
    if (threadIdx.x % 32 == 0)
        part[threadIdx.x / 32] = v;
    __syncthreads();
    float most = -3.402823466e+38f;
    for (int i = 0; i < blockDim.x / 32; i++)
        most = fmaxf(most, part[i]);
    return most;
}
