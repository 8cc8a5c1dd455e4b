// Kernels of vectors, and of threads with several elements of a tile.

// shown: max_of_vectors(const short *, short *, int): out receives the maximum of row blockIdx.x of in, for n elements of a row; for 2 blocks of 32, 64, 128 and 256 threads and n = 1, 7, 64 and 128, 2 blocks of 1024 threads and n = 7 and 1024; wrong for 2 blocks of 32, 64, 128 and 256 threads and n = 33, 100 and 260, 2 blocks of 1024 threads and n = 100, 1029 and 2052, such as 2 blocks of 1024 threads, rows of 100 elements: testdata/vectors.cu:10:18: thread 1024: ld.global.v4.u32: 16 bytes at +200 of in, which is aligned to 256, are not aligned; as clang builds it for sm_80 by -O2
__global__ void max_of_vectors(const short *in, short *out, int n)
{
    __shared__ short least[1024];
    const short *row = in + blockIdx.x * n;
    short v = -32768;
    for (int i = threadIdx.x; i < n / 8; i += blockDim.x) {
        int4 x = reinterpret_cast<const int4 *>(row)[i];
        int parts[4] = {x.x, x.y, x.z, x.w};
        for (int k = 0; k < 4; k++)
            v = max(v, max(short(parts[k]), short(parts[k] >> 16)));
    }
    for (int i = n / 8 * 8 + threadIdx.x; i < n; i += blockDim.x)
        v = max(v, row[i]);
    least[threadIdx.x] = v;
    __syncthreads();
    for (int d = blockDim.x / 2; d > 0; d /= 2) {
        if (threadIdx.x < d)
            least[threadIdx.x] = max(least[threadIdx.x], least[threadIdx.x + d]);
        __syncthreads();
    }
    if (threadIdx.x == 0)
        out[blockIdx.x] = least[0];
}

// undecided: max_without_last_vector(const short *, short *, int): on ordinary numbers, out receives the maximum of row blockIdx.x of in, for n elements of a row; 2 blocks of 1024 threads, rows of 1024 elements: its terms are not those of the maximum
__global__ void max_without_last_vector(const short *in, short *out, int n)
{
    __shared__ short least[1024];
    const short *row = in + blockIdx.x * n;
    short v = -32768;
    for (int i = threadIdx.x; i + 1 < n / 8; i += blockDim.x) {
        int4 x = reinterpret_cast<const int4 *>(row)[i];
        int parts[4] = {x.x, x.y, x.z, x.w};
        for (int k = 0; k < 4; k++)
            v = max(v, max(short(parts[k]), short(parts[k] >> 16)));
    }
    for (int i = (n + 7) / 8 * 8 + threadIdx.x; i < n; i += blockDim.x)
        v = max(v, row[i]);
    least[threadIdx.x] = v;
    __syncthreads();
    for (int d = blockDim.x / 2; d > 0; d /= 2) {
        if (threadIdx.x < d)
            least[threadIdx.x] = max(least[threadIdx.x], least[threadIdx.x + d]);
        __syncthreads();
    }
    if (threadIdx.x == 0)
        out[blockIdx.x] = least[0];
}

// shown: sum_of_two(const float *, float *, int): the sum of all elements of in is combined with out[0], for n elements; for blocks of 32 threads, one for each tile, and n = 1, 7, 33, 37, 64, 69, 100, 101, 128 and 260, blocks of 64 threads, one for each tile, and n = 1, 7, 33, 64, 69, 100, 128, 133, 197 and 260, blocks of 128 threads, one for each tile, and n = 1, 7, 33, 64, 100, 128, 133, 260, 261 and 389, blocks of 256 threads, one for each tile, and n = 1, 7, 33, 64, 100, 128, 260, 261, 517 and 773, blocks of 1024 threads, one for each tile, and n = 7, 100, 1024, 1029, 2052 and 2053; floats are compared as real numbers: in which order they are combined, and rounded, is the kernel's own; as clang builds it for sm_80 by -O2
__global__ void sum_of_two(const float *in, float *out, int n)
{
    __shared__ float sums[1024];
    int i = blockIdx.x * blockDim.x * 2 + threadIdx.x;
    sums[threadIdx.x] = (i < n ? in[i] : 0) + (i + blockDim.x < n ? in[i + blockDim.x] : 0);
    for (int d = blockDim.x / 2; d > 0; d /= 2) {
        __syncthreads();
        if (threadIdx.x < d)
            sums[threadIdx.x] += sums[threadIdx.x + d];
    }
    if (threadIdx.x == 0)
        atomicAdd(out, sums[0]);
}

// refuted: sum_without_last(const float *, float *, int): the sum of all elements of in is combined with out[0], for n elements, for blocks of 1024 threads, one for each tile, and n = 7, 100, 1024, 2052 and 2053; but wrong in 2 blocks of 1024 threads, 1029 elements: on numbers of either sign, out[0]: expected -169.957, got -172.333; as clang builds it for sm_80 by -O2
__global__ void sum_without_last(const float *in, float *out, int n)
{
    __shared__ float sums[1024];
    int i = blockIdx.x * blockDim.x * 2 + threadIdx.x;
    sums[threadIdx.x] = (i < n ? in[i] : 0) + (i + blockDim.x + 1 < n ? in[i + blockDim.x] : 0);
    for (int d = blockDim.x / 2; d > 0; d /= 2) {
        __syncthreads();
        if (threadIdx.x < d)
            sums[threadIdx.x] += sums[threadIdx.x + d];
    }
    if (threadIdx.x == 0)
        atomicAdd(out, sums[0]);
}
