// n, mean and m2 of every lane become the number, the mean and the sum of squared differences from the mean of all
// elements of the warp, but for rounding; a lane without elements has n = 0, mean = 0 and m2 = 0.
// Launch: all 32 lanes of a warp, in any block.

__device__ void parts_by_number(float &n, float &mean, float &m2)
{
    for (int d = 16; d > 0; d /= 2) {
        float on = __shfl_xor_sync(0xffffffff, n, d);
        float omean = __shfl_xor_sync(0xffffffff, mean, d);
        float om2 = __shfl_xor_sync(0xffffffff, m2, d);
        float all = n + on, delta = omean - mean;
        if (all > 0) {
            mean = (n * mean + on * omean) / all;
            m2 = m2 + om2 + delta * delta * (n * on / all);
        }
        n = all;
    }
}

__device__ void parts_of_nothing(float &n, float &mean, float &m2)
{
    for (int d = 16; d > 0; d /= 2) {
        float on = __shfl_xor_sync(0xffffffff, n, d);
        float omean = __shfl_xor_sync(0xffffffff, mean, d);
        float om2 = __shfl_xor_sync(0xffffffff, m2, d);
        float all = n + on, delta = omean - mean;
        mean = (n * mean + on * omean) / all;
        m2 = m2 + om2 + delta * delta * (n * on / all);
        n = all;
    }
}

__device__ void parts_of_equal_number(float &n, float &mean, float &m2)
{
    for (int d = 16; d > 0; d /= 2) {
        float on = __shfl_xor_sync(0xffffffff, n, d);
        float omean = __shfl_xor_sync(0xffffffff, mean, d);
        float om2 = __shfl_xor_sync(0xffffffff, m2, d);
        float all = n + on, delta = omean - mean;
        if (all > 0) {
            mean = (mean + omean) / 2;
            m2 = m2 + om2 + delta * delta * (n * on / all);
        }
        n = all;
    }
}
