// Every lane receives v of lane 3 of its segment of 8 lanes.
// Launch: all 32 lanes of a warp; blocks of 32x1x1 threads.

__device__ int source_within_width(int v) { return __shfl_sync(0xffffffff, v, 3, 8); }

__device__ int source_from_base(int v) { return __shfl_sync(0xffffffff, v, threadIdx.x % 32 / 8 * 8 + 3); }

__device__ int source_within_warp(int v) { return __shfl_sync(0xffffffff, v, 3); }
