#include "warp.cuh"

#ifdef __CUDACC__
// The largest of every 32 neighbours.
__global__ void maxima(const float *in, float *out)
{
    float most = warp::reduce_max(0xffffffffu, in[blockIdx.x * 32 + threadIdx.x]);
    if (threadIdx.x == 0)
        out[blockIdx.x] = most;
}
#endif
