// Functions on arrays in shared memory that have an element of each thread.

// proved: scan_in_place(int *, int): every thread receives the sum of all threads before it in the block; for blocks of 128 and 256 threads, and on numbers alone for those of 32, 64 and 512; by the call ({ __shared__ int e[2 * 128]; e[i] = x; __syncthreads(); scan_in_place(e, i); __syncthreads(); e[i]; }); sm_80; for blocks of one dimension; signed overflow and floats beyond the range of an integer as in these builds: C++ leaves them undefined
__device__ void scan_in_place(int *data, int thread)
{
    int offset = 1;
    for (int d = blockDim.x >> 1; d > 0; d >>= 1) {
        __syncthreads();
        if (thread < d)
            data[offset * (2 * thread + 2) - 1] += data[offset * (2 * thread + 1) - 1];
        offset *= 2;
    }
    if (thread == 0)
        data[blockDim.x - 1] = 0;
    for (int d = 1; d < blockDim.x; d *= 2) {
        offset >>= 1;
        __syncthreads();
        if (thread < d) {
            int left = data[offset * (2 * thread + 1) - 1];
            data[offset * (2 * thread + 1) - 1] = data[offset * (2 * thread + 2) - 1];
            data[offset * (2 * thread + 2) - 1] += left;
        }
    }
}

// undecided: scan_without_barrier(int *, int): what it computes is no pattern that shflgen knows; a call on numbers has a fault: testdata/memory.cu:31:22: race: reads what thread 0 writes, and no barrier lies between
__device__ void scan_without_barrier(int *data, int thread)
{
    for (int d = 1; d < blockDim.x; d *= 2) {
        int left = thread >= d ? data[thread - d] : 0;
        data[thread] += left;
        __syncthreads();
    }
}

// undecided: scan_and_total(int *, int): thread 0 receives the sum of all threads in the block of 32 threads, but no pattern that shflgen knows says what it leaves in the memory behind the elements
__device__ void scan_and_total(int *data, int thread)
{
    int v = data[thread];
    int before = thread ? data[thread - 1] : 0;
    __syncthreads();
    for (int d = 1; d < blockDim.x; d *= 2) {
        data[thread] = before;
        __syncthreads();
        int left = thread >= d ? data[thread - d] : 0;
        __syncthreads();
        before += left;
    }
    data[thread] = before;
    if (thread == blockDim.x - 1)
        data[blockDim.x] = before + v;
}

// undecided: scan_that_returns_total(int *, int): every thread receives the sum of all threads before it in the block of 32 threads, but no pattern that shflgen knows says what it leaves in the value that it returns
__device__ int scan_that_returns_total(int *data, int thread)
{
    __shared__ int total;
    int v = data[thread];
    int before = thread ? data[thread - 1] : 0;
    __syncthreads();
    for (int d = 1; d < blockDim.x; d *= 2) {
        data[thread] = before;
        __syncthreads();
        int left = thread >= d ? data[thread - d] : 0;
        __syncthreads();
        before += left;
    }
    data[thread] = before;
    if (thread == blockDim.x - 1)
        total = before + v;
    __syncthreads();
    return total;
}

// proved: sum_of_array(unsigned *, int): every thread receives the sum of all threads in the block; for blocks of 128 and 256 threads, and on numbers alone for those of 32, 64 and 512; by the call ({ __shared__ unsigned e[2 * 128]; e[i] = x; __syncthreads(); unsigned y = sum_of_array(e, i); __syncthreads(); y; }); sm_80; for blocks of one dimension
__device__ unsigned sum_of_array(unsigned *data, int thread)
{
    for (int d = blockDim.x / 2; d > 0; d /= 2) {
        if (thread < d)
            data[thread] += data[thread + d];
        __syncthreads();
    }
    return data[0];
}

// undecided: sum_without_barrier(unsigned *, int): what it computes is no pattern that shflgen knows; a call on numbers has a fault: testdata/memory.cu:92:26: race: writes what thread 0 reads, and no barrier lies between
__device__ unsigned sum_without_barrier(unsigned *data, int thread)
{
    __syncthreads();
    for (int d = blockDim.x / 2; d > 0; d /= 2)
        if (thread < d)
            data[thread] += data[thread + d];
    return data[0];
}

// proved: warp_scan(int *, unsigned, unsigned): every thread receives the sum of all threads at or before it in the block of 32 threads; called by all 32 threads of a block; by the call ({ __shared__ int e[2 * 32]; e[i] = x; __syncthreads(); warp_scan(e, i, 0xffffffffu); __syncthreads(); e[i]; }); sm_80; for blocks of one dimension; signed overflow and floats beyond the range of an integer as in these builds: C++ leaves them undefined
__device__ void warp_scan(int *data, unsigned i, unsigned mask)
{
    int x = data[i];
    for (int d = 1; d < 32; d *= 2) {
        int y = __shfl_up_sync(mask, x, d);
        if ((threadIdx.x & 31) >= d)
            x += y;
    }
    data[i] = x;
}

// proved: warp_scan_to(const int *, int *, unsigned, unsigned): every thread receives the sum of all threads at or before it in the block of 32 threads; called by all 32 threads of a block; by the call ({ __shared__ int e[2 * 32]; e[i] = x; __syncthreads(); __shared__ int r[2 * 32]; warp_scan_to(e, r, i, 0xffffffffu); __syncthreads(); r[i]; }); sm_80; for blocks of one dimension; signed overflow and floats beyond the range of an integer as in these builds: C++ leaves them undefined
__device__ void warp_scan_to(const int *from, int *to, unsigned i, unsigned mask)
{
    int x = from[i];
    for (int d = 1; d < 32; d *= 2) {
        int y = __shfl_up_sync(mask, x, d);
        if ((threadIdx.x & 31) >= d)
            x += y;
    }
    to[i] = x;
}

// undecided: warp_scan_of_half(int *, unsigned, unsigned): what it computes is no pattern that shflgen knows; a call on numbers has a fault: testdata/memory.cu:125:17: executes, but is not in its own member mask
__device__ void warp_scan_of_half(int *data, unsigned i, unsigned mask)
{
    int x = data[i];
    for (int d = 1; d < 16; d *= 2) {
        int y = __shfl_up_sync(mask, x, d);
        if ((threadIdx.x & 31) >= d)
            x += y;
    }
    data[i] = x;
}

// Memory that a launch sizes.

// proved: sized_max(int): every thread receives the maximum of all threads in the block; for blocks of 128 and 256 threads, and on numbers alone for those of 32, 64, 96, 512 and 1024; sm_80; for launches with at least 16 bytes of dynamic shared memory that is aligned to 16 bytes, which nothing else uses during a call; called once: again at once is refuted, testdata/memory.cu:144:33: thread 0: st.u32: race: the second call writes what thread 1 reads in the call before, and no barrier lies between, in a block of 128×1×1 threads; for blocks of one dimension
__device__ int sized_max(int v)
{
    extern __shared__ char sized[];
    int *parts = reinterpret_cast<int *>(sized);
    for (int d = 16; d > 0; d /= 2)
        v = max(v, __shfl_xor_sync(0xffffffff, v, d));
    if (blockDim.x <= 32)
        return v;
    if (threadIdx.x % 32 == 0)
        parts[threadIdx.x / 32] = v;
    __syncthreads();
    for (int w = 0; w < blockDim.x / 32; w++)
        v = max(v, parts[w]);
    return v;
}

// What larger blocks compute is not known.

// undecided: max_at_odd_bytes(int): on ordinary numbers, every thread receives the maximum of all threads in the block of 32 threads; proved for one warp; a call by 64 threads ends with: testdata/memory.cu:163:33: thread 0: st.shared.u32: 4 bytes at +2 of odd, which is aligned to 1, are not aligned
__device__ int max_at_odd_bytes(int v)
{
    extern __shared__ char odd[];
    int *parts = reinterpret_cast<int *>(odd + 2);
    for (int d = 16; d > 0; d /= 2)
        v = max(v, __shfl_xor_sync(0xffffffff, v, d));
    if (blockDim.x <= 32)
        return v;
    if (threadIdx.x % 32 == 0)
        parts[threadIdx.x / 32] = v;
    __syncthreads();
    for (int w = 0; w < blockDim.x / 32; w++)
        v = max(v, parts[w]);
    return v;
}

// proved: block_best(int, int, int *, int *, int *, int *): every thread receives the greatest element of all threads in the block and, as its index, the number of the thread that holds it; for blocks of 128 and 256 threads, and on numbers alone for those of 32, 64, 512 and 1024; by the call ({ int result; asm volatile("" : "=r"(result)); __shared__ int s[1024]; __shared__ int s5[1024]; block_best(x, i, &result, &idx, s, s5); result; }); sm_80; of equal elements any index is right, and another may be in each lane; for blocks of one dimension
__device__ void block_best(int v, int n, int *best, int *which, int *values, int *numbers)
{
    values[threadIdx.x] = v;
    numbers[threadIdx.x] = n;
    __syncthreads();
    for (int d = blockDim.x / 2; d > 0; d /= 2) {
        if (threadIdx.x < d && values[threadIdx.x + d] > values[threadIdx.x]) {
            values[threadIdx.x] = values[threadIdx.x + d];
            numbers[threadIdx.x] = numbers[threadIdx.x + d];
        }
        __syncthreads();
    }
    *best = values[0];
    *which = numbers[0];
    __syncthreads();
}

// refuted: block_best_too_early(int, int, int *, int *, int *, int *): on ordinary numbers, every thread receives the greatest element of all threads in the block of 128 threads and, as its index, the number of the thread that holds it; but testdata/memory.cu:202:13: thread 1: ld.shared.u32: race: reads what thread 0 writes, and no barrier lies between; by the call ({ int result; asm volatile("" : "=r"(result)); __shared__ int s[1024]; __shared__ int s5[1024]; block_best_too_early(x, i, &result, &idx, s, s5); result; }); wrong on equal elements; right: a barrier between the two accesses
__device__ void block_best_too_early(int v, int n, int *best, int *which, int *values, int *numbers)
{
    values[threadIdx.x] = v;
    numbers[threadIdx.x] = n;
    __syncthreads();
    for (int d = blockDim.x / 2; d > 0; d /= 2) {
        if (threadIdx.x < d && values[threadIdx.x + d] > values[threadIdx.x]) {
            values[threadIdx.x] = values[threadIdx.x + d];
            numbers[threadIdx.x] = numbers[threadIdx.x + d];
        }
        if (d > 1)
            __syncthreads();
    }
    *best = values[0];
    *which = numbers[0];
    __syncthreads();
}

// Others write what a volatile pointer leads to.
// undecided: beside_others(float *, float): what it computes is no pattern that shflgen knows
__device__ float beside_others(volatile float *p, float v)
{
    return v + *p;
}
