// shown: guard_small(const float *, float *, int): out receives the sum of row blockIdx.x of in, for n elements of a row; for 2 blocks of 32 threads and n = 1 and 7, 2 blocks of 64 threads and n = 1, 7, 33 and 64, 2 blocks of 128 threads and n = 1, 7, 31, 32, 33, 64, 100 and 128, 2 blocks of 256 threads and n = 1, 7, 33, 64, 100 and 128; wrong for 2 blocks of 32 threads and n = 33, 64, 100, 128 and 260, 2 blocks of 64 threads and n = 100, 128 and 260, 2 blocks of 128 threads and n = 129, 256, 260, 515 and 1031, 2 blocks of 256 threads and n = 260, such as 2 blocks of 128 threads, rows of 129 elements: on numbers of either sign, out[0]: expected -44.877, got -44.3037; floats are compared as real numbers: in which order they are combined, and rounded, is the kernel's own; as clang builds it for sm_80 by -O2
__global__ void guard_small(const float *in, float *out, int n)
{
    __shared__ float s[256];
    s[threadIdx.x] = threadIdx.x < n ? in[blockIdx.x * n + threadIdx.x] : 0.f;
    __syncthreads();
    for (int d = blockDim.x / 2; d > 0; d /= 2) {
        if (threadIdx.x < d) s[threadIdx.x] += s[threadIdx.x + d];
        __syncthreads();
    }
    if (threadIdx.x == 0) out[blockIdx.x] = s[0];
}

// shown: in_place(float *, int): x receives the elements less their mean of row blockIdx.x of x, for n elements of a row; for 2 blocks of 32, 64 and 256 threads and n = 1, 7, 33, 64, 100, 128 and 260, 2 blocks of 128 threads and n = 1, 7, 31, 32, 33, 64, 100, 128, 129, 256, 260, 515 and 1031; floats are compared as real numbers: in which order they are combined, and rounded, is the kernel's own; as clang builds it for sm_80 by -O2
__global__ void in_place(float *x, int n)
{
    __shared__ float part[32];
    float *row = x + blockIdx.x * n;
    float s = 0;
    for (int j = threadIdx.x; j < n; j += blockDim.x) s += row[j];
    for (int d = 16; d > 0; d /= 2) s += __shfl_xor_sync(~0u, s, d);
    if (threadIdx.x % 32 == 0) part[threadIdx.x / 32] = s;
    __syncthreads();
    s = 0;
    for (int w = 0; w < blockDim.x / 32; w++) s += part[w];
    float m = s / n;
    for (int j = threadIdx.x; j < n; j += blockDim.x) row[j] -= m;
}

// shown: one_warp(const float *, float *, int): out receives the sum of row blockIdx.x of in, for n elements of a row; for 2 blocks of 32, 64 and 256 threads and n = 1, 7, 33, 64, 100, 128 and 260, 2 blocks of 128 threads and n = 1, 7, 31, 32, 33, 64, 100, 128, 129, 256, 260, 515 and 1031; floats are compared as real numbers: in which order they are combined, and rounded, is the kernel's own; as clang builds it for sm_80 by -O2
__global__ void one_warp(const float *in, float *out, int n)
{
    float s = 0;
    for (int j = threadIdx.x; j < n; j += 32) s += in[blockIdx.x * n + j];
    for (int d = 16; d > 0; d /= 2) s += __shfl_xor_sync(~0u, s, d);
    if (threadIdx.x == 0) out[blockIdx.x] = s;
}

// undecided: for_512(const float *, float *, int): what it computes is none of the forms that shflgen knows; a launch on numbers ends with: testdata/kernels.cu:45:61: thread 32: ld.global.f32: 4 bytes at +256 are outside global memory of in, which has 256 bytes
__global__ void for_512(const float *in, float *out, int n)
{
    constexpr int kWarps = 16;
    __shared__ float part[kWarps];
    float s = 0;
    for (int j = threadIdx.x; j < n; j += kWarps * 32) s += in[blockIdx.x * n + j];
    for (int d = 16; d > 0; d /= 2) s += __shfl_xor_sync(~0u, s, d);
    if (threadIdx.x % 32 == 0) part[threadIdx.x / 32] = s;
    __syncthreads();
    if (threadIdx.x == 0) {
        s = 0;
        for (int w = 0; w < kWarps; w++) s += part[w];
        out[blockIdx.x] = s;
    }
}

// undecided: even_columns(const float *, float *, int): what it computes is none of the forms that shflgen knows; a launch on numbers ends with: testdata/kernels.cu:60:60: thread 32: ld.global.f32: 4 bytes at +256 are outside global memory of in, which has 256 bytes
__global__ void even_columns(const float *in, float *out, int n)
{
    float s = 0;
    for (int j = 2 * threadIdx.x; j < n; j += 2 * 32) s += in[blockIdx.x * n + j];
    for (int d = 16; d > 0; d /= 2) s += __shfl_xor_sync(~0u, s, d);
    if (threadIdx.x == 0) out[blockIdx.x] = s;
}

// refuted: mean_then_variance(const float *, float *, int): on ordinary numbers, out receives the variance of row blockIdx.x of in, for n elements of a row; but wrong in 2 blocks of 128 threads, rows of 7 elements: testdata/kernels.cu:76:18: thread 1: ld.shared.f32: race: reads what thread 0 writes, and no barrier lies between; as clang builds it for sm_80 by -O2
__global__ void mean_then_variance(const float *in, float *out, int n)
{
    __shared__ float part[8];
    __shared__ float total;
    float s = 0, q = 0;
    for (int j = threadIdx.x; j < n; j += blockDim.x) { s += in[blockIdx.x * n + j]; }
    for (int d = 16; d > 0; d /= 2) s += __shfl_xor_sync(~0u, s, d);
    if (threadIdx.x % 32 == 0) part[threadIdx.x / 32] = s;
    __syncthreads();
    if (threadIdx.x == 0) { total = 0; for (int w = 0; w < blockDim.x / 32; w++) total += part[w]; }
    float mean = total / n;
    for (int j = threadIdx.x; j < n; j += blockDim.x) { float d = in[blockIdx.x * n + j] - mean; q += d * d; }
    __syncthreads();
    for (int d = 16; d > 0; d /= 2) q += __shfl_xor_sync(~0u, q, d);
    if (threadIdx.x % 32 == 0) part[threadIdx.x / 32] = q;
    __syncthreads();
    if (threadIdx.x == 0) { q = 0; for (int w = 0; w < blockDim.x / 32; w++) q += part[w]; out[blockIdx.x] = q / n; }
}

// shown: far_out(const float *, float *, int): out receives the maximum of row blockIdx.x of in, for n elements of a row; for 2 blocks of 32, 64 and 256 threads and n = 1, 7, 33, 64, 100, 128 and 260, 2 blocks of 128 threads and n = 1, 7, 31, 32, 33, 64, 100, 128, 129, 256, 260, 515 and 1031; a maximum begins with -1e+30, and is that where all elements are below; as clang builds it for sm_80 by -O2
__global__ void far_out(const float *in, float *out, int n)
{
    float most = -1e30f;
    for (int j = threadIdx.x; j < n; j += 32) most = fmaxf(most, in[blockIdx.x * n + j]);
    for (int d = 16; d > 0; d /= 2) most = fmaxf(most, __shfl_xor_sync(~0u, most, d));
    if (threadIdx.x == 0) out[blockIdx.x] = most;
}

// shown: mean_in_doubles(const float *, float *, int): out receives the mean of row blockIdx.x of in, for n elements of a row; for 2 blocks of 32, 64 and 256 threads and n = 1, 7, 33, 64, 100, 128 and 260, 2 blocks of 128 threads and n = 1, 7, 31, 32, 33, 64, 100, 128, 129, 256, 260, 515 and 1031; floats are compared as real numbers: in which order they are combined, and rounded, is the kernel's own; as clang builds it for sm_80 by -O2
__global__ void mean_in_doubles(const float *in, float *out, int n)
{
    double s = 0;
    for (int j = threadIdx.x % 32; j < n; j += 32) s += in[blockIdx.x * n + j];
    for (int d = 16; d > 0; d /= 2) s += __shfl_xor_sync(~0u, s, d);
    if (threadIdx.x == 0) out[blockIdx.x] = s / n;
}

// undecided: mean_of_rounded(const float *, float *, int): on ordinary numbers, out receives the mean of row blockIdx.x of in, for n elements of a row; 2 blocks of 128 threads, rows of 31 elements: its terms are not those of the mean
__global__ void mean_of_rounded(const float *in, float *out, int n)
{
    double s = 0;
    for (int j = threadIdx.x % 32; j < n; j += 32) s += in[blockIdx.x * n + j] + 12288.f - 12288.f;
    for (int d = 16; d > 0; d /= 2) s += __shfl_xor_sync(~0u, s, d);
    if (threadIdx.x == 0) out[blockIdx.x] = s / n;
}

// refuted: rows_in_turn(const float *, float *, int, int): on ordinary numbers, out receives the maximum of each row of in, for rows rows, for n elements of a row; but wrong in 2 blocks of 128 threads, rows of 7 elements: on numbers of either sign, out[3]: expected 2.2666, got 3.11621; as clang builds it for sm_80 by -O2
__global__ void rows_in_turn(const float *in, float *out, int rows, int n)
{
    float most = -INFINITY;
    for (int row = blockIdx.x; row < rows; row += gridDim.x) {
        for (int j = threadIdx.x % 32; j < n; j += 32) most = fmaxf(most, in[row * n + j]);
        for (int d = 16; d > 0; d /= 2) most = fmaxf(most, __shfl_xor_sync(~0u, most, d));
        if (threadIdx.x == 0) out[row] = most;
    }
}

// shown: norm_in_turn(const float *, float *, int, int): out receives the elements divided by the sum of absolute values of each row of in, for rows rows, for n elements of a row; for 2 blocks of 32, 64 and 256 threads and n = 1, 7, 33, 64, 100, 128 and 260, 2 blocks of 128 threads and n = 1, 7, 31, 32, 33, 64, 100, 128, 129, 256, 260 and 515; the epsilon is 1e-05; floats are compared as real numbers: in which order they are combined, and rounded, is the kernel's own; as clang builds it for sm_80 by -O2
__global__ void norm_in_turn(const float *in, float *out, int rows, int n)
{
    for (int row = blockIdx.x; row < rows; row += gridDim.x) {
        float s = 0;
        for (int j = threadIdx.x % 32; j < n; j += 32) s += fabsf(in[row * n + j]);
        for (int d = 16; d > 0; d /= 2) s += __shfl_xor_sync(~0u, s, d);
        float scale = 1 / (s + 1e-5f);
        for (int j = threadIdx.x; j < n; j += blockDim.x) out[row * n + j] = in[row * n + j] * scale;
    }
}

// shown: one_block_sum(const int *, int *, int): out[0] receives the sum of all elements of in, for n elements; for one block of 32, 64 and 256 threads and n = 1, 7, 33, 64, 100, 128 and 260, one block of 128 threads and n = 1, 7, 31, 32, 33, 64, 100, 128, 129, 256, 260, 515 and 1031; as clang builds it for sm_80 by -O2
__global__ void one_block_sum(const int *in, int *out, int n)
{
    __shared__ int part[32];
    int v = 0;
    for (int i = threadIdx.x; i < n; i += blockDim.x)
        v += in[i];
    for (int d = 16; d > 0; d /= 2)
        v += __shfl_down_sync(0xffffffff, v, d);
    if (threadIdx.x % 32 == 0)
        part[threadIdx.x / 32] = v;
    __syncthreads();
    v = threadIdx.x < blockDim.x / 32 ? part[threadIdx.x] : 0;
    for (int d = 16; d > 0; d /= 2)
        v += __shfl_down_sync(0xffffffff, v, d);
    if (threadIdx.x == 0)
        *out = v;
}

// refuted: one_block_without_barrier(const int *, int *, int): on ordinary numbers, out[0] receives the sum of all elements of in, for n elements; but wrong in one block of 128 threads, 7 elements: testdata/kernels.cu:164:32: thread 32: st.shared.u32: race: writes what thread 1 reads, and no barrier lies between; as clang builds it for sm_80 by -O2
__global__ void one_block_without_barrier(const int *in, int *out, int n)
{
    __shared__ int part[32];
    int v = 0;
    for (int i = threadIdx.x; i < n; i += blockDim.x)
        v += in[i];
    for (int d = 16; d > 0; d /= 2)
        v += __shfl_down_sync(0xffffffff, v, d);
    if (threadIdx.x % 32 == 0)
        part[threadIdx.x / 32] = v;
    v = threadIdx.x < blockDim.x / 32 ? part[threadIdx.x] : 0;
    for (int d = 16; d > 0; d /= 2)
        v += __shfl_down_sync(0xffffffff, v, d);
    if (threadIdx.x == 0)
        *out = v;
}

// undecided: first_elements_of_each_block(const int *, int *, int): what it computes is none of the forms that shflgen knows
__global__ void first_elements_of_each_block(const int *in, int *out, int n)
{
    int v = threadIdx.x < n ? in[threadIdx.x] : 0;
    for (int d = 16; d > 0; d /= 2)
        v += __shfl_down_sync(0xffffffff, v, d);
    if (threadIdx.x == 0)
        out[blockIdx.x] = v;
}

// shown: column_of_a_block(const float *, float *, int, int): out receives the sum of column blockIdx.x of in, for rows elements of a column, for cols columns; for 2 blocks of 32, 64 and 256 threads and n = 1, 7, 33, 64, 100, 128 and 260, 2 blocks of 128 threads and n = 1, 7, 31, 32, 33, 64, 100, 128, 129, 256, 260, 515 and 1031; floats are compared as real numbers: in which order they are combined, and rounded, is the kernel's own; as clang builds it for sm_80 by -O2
__global__ void column_of_a_block(const float *in, float *out, int rows, int cols)
{
    __shared__ float part[32];
    if (blockIdx.x >= cols)
        return;
    float v = 0;
    for (int i = threadIdx.x; i < rows; i += blockDim.x)
        v += in[i * cols + blockIdx.x];
    for (int d = 16; d > 0; d /= 2)
        v += __shfl_down_sync(0xffffffff, v, d);
    if (threadIdx.x % 32 == 0)
        part[threadIdx.x / 32] = v;
    __syncthreads();
    v = threadIdx.x < blockDim.x / 32 ? part[threadIdx.x] : 0;
    for (int d = 16; d > 0; d /= 2)
        v += __shfl_down_sync(0xffffffff, v, d);
    if (threadIdx.x == 0)
        out[blockIdx.x] = v;
}

// undecided: column_of_a_block_but_one(const float *, float *, int, int): what it computes is none of the forms that shflgen knows; a launch on numbers ends with: testdata/kernels.cu:211:14: thread 0: ld.global.f32: 4 bytes at +4096 are outside global memory of in, which has 256 bytes
__global__ void column_of_a_block_but_one(const float *in, float *out, int rows, int cols)
{
    __shared__ float part[32];
    if (blockIdx.x >= cols)
        return;
    float v = 0;
    for (int i = threadIdx.x; i < rows; i += blockDim.x)
        v += in[i * cols + blockIdx.x];
    for (int d = 16; d > 0; d /= 2)
        v += __shfl_down_sync(0xffffffff, v, d);
    if (threadIdx.x % 32 == 0)
        part[threadIdx.x / 32] = v;
    __syncthreads();
    v = threadIdx.x + 1 < blockDim.x / 32 ? part[threadIdx.x + 1] : 0;
    for (int d = 16; d > 0; d /= 2)
        v += __shfl_down_sync(0xffffffff, v, d);
    if (threadIdx.x == 0)
        out[blockIdx.x] = v;
}

// shown: sum_of_a_tile(const int *, int *, int): out[blockIdx.x] receives the sum of its blockDim.x elements of in, for n elements; for blocks of 32 threads, one for each tile, and n = 1, 7, 33, 37, 64, 69, 100, 101, 128 and 260, blocks of 64 threads, one for each tile, and n = 1, 7, 33, 64, 69, 100, 128, 133, 197 and 260, blocks of 128 threads, one for each tile, and n = 1, 7, 31, 32, 33, 64, 100, 128, 129, 133, 256, 260, 261, 389, 515 and 1031, blocks of 256 threads, one for each tile, and n = 1, 7, 33, 64, 100, 128, 260, 261, 517 and 773; as clang builds it for sm_80 by -O2
__global__ void sum_of_a_tile(const int *in, int *out, int n)
{
    __shared__ int part[32];
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int v = i < n ? in[i] : 0;
    for (int d = 16; d > 0; d /= 2)
        v += __shfl_down_sync(0xffffffff, v, d);
    if (threadIdx.x % 32 == 0)
        part[threadIdx.x / 32] = v;
    __syncthreads();
    v = threadIdx.x < blockDim.x / 32 ? part[threadIdx.x] : 0;
    for (int d = 16; d > 0; d /= 2)
        v += __shfl_down_sync(0xffffffff, v, d);
    if (threadIdx.x == 0)
        out[blockIdx.x] = v;
}

// refuted: sum_of_a_tile_past_the_end(const int *, int *, int): out[blockIdx.x] receives the sum of its blockDim.x elements of in, for n elements, for blocks of 128 threads, one for each tile, and n = 256; but wrong in 2 blocks of 128 threads, 7 elements: testdata/kernels.cu:247:22: thread 7: ld.global.u32: 4 bytes at +28 are outside global memory of in, which has 28 bytes; as clang builds it for sm_80 by -O2
__global__ void sum_of_a_tile_past_the_end(const int *in, int *out, int n)
{
    __shared__ int part[32];
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int v = i <= n ? in[i] : 0;
    for (int d = 16; d > 0; d /= 2)
        v += __shfl_down_sync(0xffffffff, v, d);
    if (threadIdx.x % 32 == 0)
        part[threadIdx.x / 32] = v;
    __syncthreads();
    v = threadIdx.x < blockDim.x / 32 ? part[threadIdx.x] : 0;
    for (int d = 16; d > 0; d /= 2)
        v += __shfl_down_sync(0xffffffff, v, d);
    if (threadIdx.x == 0)
        out[blockIdx.x] = v;
}
