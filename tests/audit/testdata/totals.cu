// Functions that leave a scan and its total.

// proved: scan_and_total(int, int &): every lane receives the sum of all lanes before it in the warp, and in total every lane receives the sum of all lanes in the warp; called by all 32 lanes of a warp; by the call ({ int unread; asm volatile("" : "=r"(unread)); scan_and_total(x, unread); }); sm_80; for launches by blocks of 32×1×1 threads, as it reads threadIdx or blockDim; signed overflow and floats beyond the range of an integer as in these builds: C++ leaves them undefined
__device__ int scan_and_total(int v, int &total)
{
    int before = v;
    for (int d = 1; d < 32; d *= 2) {
        int o = __shfl_up_sync(0xffffffff, v, d);
        if (threadIdx.x % 32 >= d)
            v += o;
    }
    total = __shfl_sync(0xffffffff, v, 31);
    return v - before;
}

// undecided: scan_and_total_of_30(int, int &): every lane receives the sum of all lanes before it in the warp, but no pattern that shflgen knows says what it leaves in total
__device__ int scan_and_total_of_30(int v, int &total)
{
    int all, x = scan_and_total(v, all);
    total = __shfl_sync(0xffffffff, x, 31);
    return x;
}

// undecided: max_and_its_negative(int, int &, int &): every lane receives the maximum of all lanes in the warp, but no pattern that shflgen knows says what it leaves in least
__device__ void max_and_its_negative(int v, int &most, int &least)
{
    for (int d = 16; d > 0; d /= 2)
        v = max(v, __shfl_xor_sync(0xffffffff, v, d));
    most = v;
    least = -v;
}

// refuted: prefix_max(int, int &, int *): on ordinary numbers, every lane receives the maximum of all lanes in the warp, in most; but lane 0: expected 0xffffffff (-1), got 0x00000000 (0); by the call ({ int result; asm volatile("" : "=r"(result)); int unread; asm volatile("" : "=r"(unread)); prefix_max(x, result, &unread); unread; }); wrong on negative numbers, the least numbers of the type; right: -2147483648, the identity of max, for a lane without an element, not 0
__device__ void prefix_max(int v, int &so_far, int *most)
{
    for (int d = 1; d < 32; d *= 2) {
        int o = __shfl_up_sync(0xffffffff, v, d);
        if (threadIdx.x % 32 >= d)
            v = max(v, o);
    }
    so_far = v;
    *most = max(0, __shfl_sync(0xffffffff, v, 31));
}

// proved: scan_in_place(int *, int): every thread receives the sum of all threads at or before it in the block, and in the value that it returns every thread receives the sum of all threads in the block; for blocks of 128 and 256 threads, and on numbers alone for those of 32, 64 and 512; by the call ({ __shared__ int e[2 * 128]; e[i] = x; __syncthreads(); scan_in_place(e, i); __syncthreads(); e[i]; }); sm_80; for blocks of one dimension; signed overflow and floats beyond the range of an integer as in these builds: C++ leaves them undefined
__device__ int scan_in_place(int *a, int i)
{
    for (int d = 1; d < blockDim.x; d *= 2) {
        int x = i >= d ? a[i - d] : 0;
        __syncthreads();
        a[i] += x;
        __syncthreads();
    }
    int total = a[blockDim.x - 1];
    __syncthreads();
    return total;
}

// undecided: scan_in_place_and_total_of_33(int *, int): every thread receives the sum of all threads at or before it in the block of 32 threads, but no pattern that shflgen knows says what it leaves in the value that it returns
__device__ int scan_in_place_and_total_of_33(int *a, int i)
{
    scan_in_place(a, i);
    int total = a[min(blockDim.x - 1, 32)];
    __syncthreads();
    return total;
}
