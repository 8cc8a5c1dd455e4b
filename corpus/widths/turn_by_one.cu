// Lane i receives v of lane i - 1, and lane 0 that of lane 31.
// Launch: all 32 lanes of a warp; blocks of 32x1x1 threads.

__device__ int source_modulo_32(int v) { return __shfl_sync(0xffffffff, v, (int)(threadIdx.x % 32) - 1); }

__device__ int up_by_one(int v) { return __shfl_up_sync(0xffffffff, v, 1); }

__device__ int source_modulo_31(int v) { return __shfl_sync(0xffffffff, v, (threadIdx.x % 32 + 30) % 31); }
