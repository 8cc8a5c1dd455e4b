// Prototypes of histograms and of sums by keys over an array, which the generator does not emit; gridkeys.cu times them.
#pragma once

#include "arrays.cuh"

constexpr int bins = 256;

template <class K> struct Keys {
    static constexpr int piece = 16 / sizeof(K);
    union {
        int4 whole;
        K at[piece];
    };
};

// Counts of keys, by additions to memory of the block in which a bin has so many copies, one for each lane of a warp or of a part
// of it. Integers: any order gives the same counts. With match, lanes of equal keys add once.
template <class K, int copies, bool match> __global__ void __launch_bounds__(1024) histogram(const K *keys, u64 n, unsigned *counts)
{
    __shared__ unsigned table[bins * copies];
    for (int i = threadIdx.x; i < bins * copies; i += 1024)
        table[i] = 0;
    __syncthreads();
    unsigned lane = threadIdx.x % 32;
    auto count = [&](K key, bool valid) {
        if (match) {
            unsigned group = __match_any_sync(0xffffffffu, valid ? (unsigned)key : ~0u);
            if (valid && (group & (1u << lane) - 1) == 0)
                atomicAdd(&table[(unsigned)key * copies + lane % copies], __popc(group));
        } else if (valid)
            atomicAdd(&table[(unsigned)key * copies + lane % copies], 1);
    };
    constexpr int piece = Keys<K>::piece, ahead = 4;
    u64 pieces = n / piece, step = (u64)gridDim.x * 1024;
    for (u64 i = blockIdx.x * (u64)1024 + threadIdx.x - lane; i < pieces; i += step * ahead) {
        Keys<K> k[ahead];
#pragma unroll
        for (int a = 0; a < ahead; ++a)
            if (i + a * step + lane < pieces)
                k[a].whole = __ldcs((const int4 *)keys + i + a * step + lane);
#pragma unroll
        for (int a = 0; a < ahead; ++a)
            if (i + a * step < pieces)
#pragma unroll
                for (int j = 0; j < piece; ++j)
                    count(k[a].at[j], i + a * step + lane < pieces);
    }
    if (blockIdx.x == 0 && threadIdx.x < 32)
        for (u64 i = pieces * piece; i < n; i += 32)
            count(i + lane < n ? keys[i + lane] : K(0), i + lane < n);
    __syncthreads();
    if (threadIdx.x < bins) {
        unsigned sum = 0;
        for (int c = 0; c < copies; ++c)
            sum += table[threadIdx.x * copies + (c + threadIdx.x) % copies];
        if (sum)
            atomicAdd(counts + threadIdx.x, sum);
    }
}

// Sums of the values of each key by atomic additions to a table of the block, in no fixed order.
static __global__ void __launch_bounds__(256) atomic_sums(const int *keys, const float *values, u64 n, float *sums)
{
    __shared__ float table[bins];
    table[threadIdx.x] = 0;
    __syncthreads();
    u64 step = (u64)gridDim.x * 256, pieces = n / 4;
    for (u64 i = blockIdx.x * (u64)256 + threadIdx.x; i < pieces; i += step) {
        int4 k = __ldcs((const int4 *)keys + i);
        float4 v = __ldcs((const float4 *)values + i);
        atomicAdd(table + k.x, v.x);
        atomicAdd(table + k.y, v.y);
        atomicAdd(table + k.z, v.z);
        atomicAdd(table + k.w, v.w);
    }
    __syncthreads();
    atomicAdd(sums + threadIdx.x, table[threadIdx.x]);
}

// The same to the array of sums.
static __global__ void __launch_bounds__(256) scattered_sums(const int *keys, const float *values, u64 n, float *sums)
{
    for (u64 i = blockIdx.x * (u64)256 + threadIdx.x; i < n / 4; i += (u64)gridDim.x * 256) {
        int4 k = __ldcs((const int4 *)keys + i);
        float4 v = __ldcs((const float4 *)values + i);
        atomicAdd(sums + k.x, v.x);
        atomicAdd(sums + k.y, v.y);
        atomicAdd(sums + k.z, v.z);
        atomicAdd(sums + k.w, v.w);
    }
}

// How an array is cut into chunks for sums in one order: so many rounds of 32 * 4 elements a warp, of which n alone tells the number.
template <int warps_, int most_, int least_> struct Cut {
    static constexpr int warps = warps_, most = most_; // chunks
    static __host__ __device__ unsigned rounds(u64 n)
    {
        u64 round = warps * 128, rounds = (n + round * most - 1) / (round * most);
        return (unsigned)(rounds < least_ ? least_ : rounds);
    }
    static unsigned chunks(u64 n) { return (unsigned)((n + rounds(n) * 128ull * warps - 1) / (rounds(n) * 128ull * warps)); }
};

// One order, a table a warp. Equal keys of 32 elements are combined by the tree over them first, so that no two lanes add to one
// bin. The tree over the warps makes the sums of a chunk.
using ByMatch = Cut<8, 1056, 4>;

__device__ __forceinline__ void add_by_key(float *table, int key, float v, bool valid, unsigned lane)
{
    unsigned group = __match_any_sync(0xffffffffu, valid ? key : -1), rank = __popc(group & (1u << lane) - 1);
    unsigned rest = group & ~((2u << lane) - 1);
    bool first = rank == 0;
    while (__any_sync(0xffffffffu, rest != 0)) {
        int next = __ffs(rest);
        float y = __shfl_sync(0xffffffffu, v, next - 1);
        if (next)
            v = v + y;
        rest &= __ballot_sync(0xffffffffu, (rank & 1) == 0);
        rank >>= 1;
    }
    if (valid && first)
        table[key] = table[key] + v;
    __syncwarp();
}

__global__ void __launch_bounds__(32 * ByMatch::warps) sums_by_match(const int *keys, const float *values, u64 n, float *parts)
{
    constexpr int key_warps = ByMatch::warps;
    __shared__ float table[key_warps][bins];
    unsigned lane = threadIdx.x % 32, warp = threadIdx.x / 32, rounds = ByMatch::rounds(n);
    float *mine = table[warp];
    for (int i = lane; i < bins; i += 32)
        mine[i] = -0.0f;
    __syncwarp();
    u64 start = ((u64)blockIdx.x * key_warps + warp) * rounds * 128;
#pragma unroll 2
    for (unsigned r = 0; r < rounds; ++r, start += 128) {
        if (start + 128 <= n) {
            int4 k = __ldcs((const int4 *)(keys + start) + lane);
            float4 v = __ldcs((const float4 *)(values + start) + lane);
            add_by_key(mine, k.x, v.x, true, lane);
            add_by_key(mine, k.y, v.y, true, lane);
            add_by_key(mine, k.z, v.z, true, lane);
            add_by_key(mine, k.w, v.w, true, lane);
        } else
            for (int j = 0; j < 4; ++j) {
                u64 i = start + lane * 4 + j;
                add_by_key(mine, i < n ? keys[i] : 0, i < n ? values[i] : 0, i < n, lane);
            }
    }
    __syncthreads();
#pragma unroll
    for (int i = threadIdx.x; i < bins; i += 32 * key_warps) {
        float a[key_warps];
#pragma unroll
        for (int w = 0; w < key_warps; ++w)
            a[w] = table[w][i];
#pragma unroll
        for (int d = 1; d < key_warps; d *= 2)
#pragma unroll
            for (int w = 0; w + d < key_warps; w += 2 * d)
                a[w] = a[w] + a[w + d];
        parts[(u64)blockIdx.x * bins + i] = a[0];
    }
}

// One order, a table a lane: no two lanes share a bin, and a lane's bins lie in one bank. From left to right in a lane, then over
// the warps, then the tree over the lanes makes the sums of a chunk.
using ByLane = Cut<7, 132, 4>;

__global__ void __launch_bounds__(32 * ByLane::warps) sums_by_lane(const int *keys, const float *values, u64 n, float *parts)
{
    extern __shared__ float tables[];
    constexpr int warps = ByLane::warps, ahead = 4;
    unsigned lane = threadIdx.x % 32, warp = threadIdx.x / 32, rounds = ByLane::rounds(n);
    float *mine = tables + warp * bins * 32 + lane;
#pragma unroll 16
    for (int b = 0; b < bins; ++b)
        mine[b * 32] = -0.0f;
    u64 start = ((u64)blockIdx.x * warps + warp) * rounds * 128;
    auto add = [&](int key, float v) { mine[key * 32] = mine[key * 32] + v; };
    for (unsigned r = 0; r < rounds; r += ahead, start += 128 * ahead) {
        int4 k[ahead];
        float4 v[ahead];
#pragma unroll
        for (int a = 0; a < ahead; ++a)
            if (r + a < rounds && start + a * 128 + 128 <= n) {
                k[a] = __ldcs((const int4 *)(keys + start) + a * 32 + lane);
                v[a] = __ldcs((const float4 *)(values + start) + a * 32 + lane);
            }
#pragma unroll
        for (int a = 0; a < ahead; ++a)
            if (r + a < rounds) {
                if (start + a * 128 + 128 <= n) {
                    add(k[a].x, v[a].x);
                    add(k[a].y, v[a].y);
                    add(k[a].z, v[a].z);
                    add(k[a].w, v[a].w);
                } else
                    for (u64 i = start + a * 128 + lane * 4; i < start + a * 128 + lane * 4 + 4 && i < n; ++i)
                        add(keys[i], values[i]);
            }
    }
    __syncthreads();
    for (int b = warp; b < bins; b += warps) {
        float sum = tables[b * 32 + lane];
#pragma unroll
        for (int w = 1; w < warps; ++w)
            sum = sum + tables[(w * bins + b) * 32 + lane];
#pragma unroll
        for (int d = 1; d < 32; d *= 2) {
            float y = __shfl_down_sync(0xffffffffu, sum, d);
            sum = sum + y;
        }
        if (lane == 0)
            parts[(u64)blockIdx.x * bins + b] = sum;
    }
}

// Chunk c goes to thread row c % 32 from left to right; then the tree over the rows. A block has 32 bins.
__global__ void __launch_bounds__(1024) sums_of_bins(const float *parts, unsigned chunks, float *sums)
{
    __shared__ float rows[32][33];
    unsigned lane = threadIdx.x % 32, row = threadIdx.x / 32;
    float v = -0.0f;
    for (unsigned c = row; c < chunks; c += 32)
        v = v + parts[(u64)c * bins + blockIdx.x * 32 + lane];
    rows[row][lane] = v;
    __syncthreads();
    v = rows[lane][row];
#pragma unroll
    for (int d = 1; d < 32; d *= 2) {
        float y = __shfl_down_sync(0xffffffffu, v, d);
        v = v + y;
    }
    if (lane == 0)
        sums[blockIdx.x * 32 + row] = v;
}

// The same on the host.
static float tree_of(std::vector<float> a)
{
    for (size_t d = 1; d < a.size(); d *= 2)
        for (size_t i = 0; i + d < a.size(); i += 2 * d)
            a[i] = a[i] + a[i + d];
    return a[0];
}

template <class C> std::vector<float> by_host(const std::vector<int> &keys, const std::vector<float> &values)
{
    u64 n = keys.size(), part = C::rounds(n) * 128ull;
    std::vector<std::vector<float>> rows(32, std::vector<float>(bins, -0.0f));
    for (u64 c = 0; c * part * C::warps < n; ++c) {
        std::vector<std::vector<float>> tables(C::warps * 32, std::vector<float>(bins, -0.0f)); // of lanes
        for (int w = 0; w < C::warps; ++w)
            for (u64 start = (c * C::warps + w) * part; start < std::min(n, (c * C::warps + w + 1) * part); start += 128)
                for (int j = 0; j < 4; ++j) {
                    std::vector<float> of[bins];
                    for (u64 i = start + j; i < std::min(n, start + 128); i += 4)
                        if (C::warps == ByMatch::warps)
                            of[keys[i]].push_back(values[i]);
                        else {
                            float &sum = tables[w * 32 + i % 128 / 4][keys[i]];
                            sum = sum + values[i];
                        }
                    for (int b = 0; b < bins; ++b)
                        if (!of[b].empty())
                            tables[w][b] = tables[w][b] + tree_of(of[b]);
                }
        for (int b = 0; b < bins; ++b) {
            std::vector<float> of;
            if (C::warps == ByMatch::warps)
                for (int w = 0; w < C::warps; ++w)
                    of.push_back(tables[w][b]);
            else
                for (int lane = 0; lane < 32; ++lane) {
                    of.push_back(tables[lane][b]);
                    for (int w = 1; w < C::warps; ++w)
                        of[lane] = of[lane] + tables[w * 32 + lane][b];
                }
            rows[c % 32][b] = rows[c % 32][b] + tree_of(of);
        }
    }
    std::vector<float> sums;
    for (int b = 0; b < bins; ++b) {
        std::vector<float> of;
        for (auto &r : rows)
            of.push_back(r[b]);
        sums.push_back(tree_of(of));
    }
    return sums;
}
