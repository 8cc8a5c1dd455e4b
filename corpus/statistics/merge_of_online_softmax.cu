// m and s of every lane become those of the warp: m the maximum of all m, s the sum of s * exp(m - maximum) over the
// lanes, but for rounding. A lane without elements has m = -Inf and s = 0; if all lanes are so, m stays -Inf and s
// 0.
// Launch: all 32 lanes of a warp, in any block; no lane has m = +Inf or NaN.

__device__ void empty_lanes_add_nothing(float &m, float &s)
{
    for (int d = 16; d > 0; d /= 2) {
        float om = __shfl_xor_sync(0xffffffff, m, d), os = __shfl_xor_sync(0xffffffff, s, d);
        float most = fmaxf(m, om);
        if (most == __int_as_float(0xff800000))
            s = 0;
        else
            s = s * expf(m - most) + os * expf(om - most);
        m = most;
    }
}

__device__ void empty_lanes_subtract_infinities(float &m, float &s)
{
    for (int d = 16; d > 0; d /= 2) {
        float om = __shfl_xor_sync(0xffffffff, m, d), os = __shfl_xor_sync(0xffffffff, s, d);
        float most = fmaxf(m, om);
        s = s * expf(m - most) + os * expf(om - most);
        m = most;
    }
}

__device__ void own_part_not_rescaled(float &m, float &s)
{
    for (int d = 16; d > 0; d /= 2) {
        float om = __shfl_xor_sync(0xffffffff, m, d), os = __shfl_xor_sync(0xffffffff, s, d);
        float most = fmaxf(m, om);
        s = most == __int_as_float(0xff800000) ? 0 : s + os * expf(om - most);
        m = most;
    }
}
