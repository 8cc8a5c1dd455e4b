// Prototypes of scans of arrays in one order, which the generator does not emit; gridscan.cu times them.
//
// An array is cut into tiles of a fixed size. A node of level L is 32 nodes of level L - 1 in a row, combined by the tree over
// them; a node of level 0 is the sum of a tile. The prefix of a tile folds the nodes before it, at most 31 of each level: the
// tree over those of a level, then the levels from the highest to the lowest. So a result depends on n and on the size of a tile
// alone. A node is published by the last of its tiles, in words of 32 bits of the value beside the number of the launch: a word
// is written once a launch and read as a whole, so that no fence is needed and nothing is cleared.
#pragma once

#include "arrays.cuh"

// What changes nothing: of floats -0, since +0 + -0 is +0.
template <class T> struct Identity { static constexpr T value = T(0); };
template <> struct Identity<float> { static constexpr float value = -0.0f; };
template <> struct Identity<double> { static constexpr double value = -0.0; };

// The shape of a tile: each warp has so many rows of 32 pieces of 16 bytes.
template <class T_, int threads_, int rows_, int blocks_> struct Tile {
    using T = T_;
    static constexpr int threads = threads_, rows = rows_, blocks = blocks_, warps = threads / 32;
    static constexpr int piece = 16 / sizeof(T), row = 32 * piece, strip = rows * row, size = warps * strip;
};

__device__ __forceinline__ u64 load_word(const u64 *p)
{
    u64 w;
    asm volatile("ld.relaxed.gpu.global.u64 %0, [%1];" : "=l"(w) : "l"(p) : "memory");
    return w;
}
__device__ __forceinline__ void store_word(u64 *p, u64 w)
{
    asm volatile("st.relaxed.gpu.global.u64 [%0], %1;" ::"l"(p), "l"(w) : "memory");
}

// A value in as many words as it has pieces of 4 bytes.
template <class T> struct Slot {
    static constexpr int words = sizeof(T) / 4;
    union Bits {
        T value;
        unsigned part[words];
    };
    static __device__ __forceinline__ void publish(u64 *nodes, u64 node, T value, unsigned launch)
    {
        Bits b;
        b.value = value;
#pragma unroll
        for (int k = 0; k < words; ++k)
            store_word(nodes + node * words + k, (u64)launch << 32 | b.part[k]);
    }
    static __device__ __forceinline__ bool ready(const u64 *nodes, u64 node, T &value, unsigned launch)
    {
        Bits b;
        bool all = true;
#pragma unroll
        for (int k = 0; k < words; ++k) {
            u64 w = load_word(nodes + node * words + k);
            all &= (unsigned)(w >> 32) == launch;
            b.part[k] = (unsigned)w;
        }
        value = b.value;
        return all;
    }
};

// The tree over the values of the first count lanes, in lane 0.
template <class T> __device__ __forceinline__ T tree(T v, unsigned lane, unsigned count)
{
#pragma unroll
    for (unsigned d = 1; d < 32; d *= 2) {
        T y = __shfl_down_sync(0xffffffffu, v, d);
        if (lane + d < count)
            v = v + y;
    }
    return v;
}

template <class T, int lanes = 32> __device__ __forceinline__ T lane_scan(T v, unsigned lane)
{
#pragma unroll
    for (unsigned d = 1; d < lanes; d *= 2) {
        T y = __shfl_up_sync(0xffffffffu, v, d);
        if (lane >= d)
            v = y + v;
    }
    return v;
}

// The elements of a thread, and what its warp makes of them alone.
template <class S> struct Strip {
    using T = typename S::T;
    union Piece {
        int4 whole;
        T at[S::piece];
    };
    Piece x[S::rows];
    T before[S::rows]; // what the strip has before the piece
    T total;

    __device__ __forceinline__ void load(const T *in, u64 start, u64 n)
    {
        if (start + S::strip <= n) {
#pragma unroll
            for (int r = 0; r < S::rows; ++r)
                x[r].whole = __ldcs((const int4 *)(in + start) + r * 32 + threadIdx.x % 32);
        } else {
#pragma unroll
            for (int r = 0; r < S::rows; ++r)
#pragma unroll
                for (int v = 0; v < S::piece; ++v) {
                    u64 i = start + (r * 32 + threadIdx.x % 32) * S::piece + v;
                    x[r].at[v] = i < n ? in[i] : Identity<T>::value;
                }
        }
    }

    // The strip's tile in shared memory; a thread reads and writes its own elements.
    __device__ __forceinline__ int4 *shared(T *tile) { return (int4 *)(tile + threadIdx.x / 32 * S::strip) + threadIdx.x % 32; }

    __device__ __forceinline__ void scan_pieces()
    {
#pragma unroll
        for (int r = 0; r < S::rows; ++r)
#pragma unroll
            for (int v = 1; v < S::piece; ++v)
                x[r].at[v] = x[r].at[v - 1] + x[r].at[v];
    }

    __device__ __forceinline__ void scan()
    {
        unsigned lane = threadIdx.x % 32;
        total = Identity<T>::value;
        scan_pieces();
#pragma unroll
        for (int r = 0; r < S::rows; ++r)
            before[r] = lane_scan(x[r].at[S::piece - 1], lane);
#pragma unroll
        for (int r = 0; r < S::rows; ++r) {
            T sum = __shfl_sync(0xffffffffu, before[r], 31);
            before[r] = __shfl_up_sync(0xffffffffu, before[r], 1);
            if (lane == 0)
                before[r] = Identity<T>::value;
            before[r] = total + before[r];
            total = total + sum;
        }
    }

    template <bool exclusive> __device__ __forceinline__ void store(T *out, u64 start, u64 n, T prefix)
    {
#pragma unroll
        for (int r = 0; r < S::rows; ++r) {
            T base = prefix + before[r];
#pragma unroll
            for (int v = S::piece - 1; v >= 0; --v)
                x[r].at[v] = exclusive ? (v ? base + x[r].at[v - 1] : base) : base + x[r].at[v];
        }
        if (start + S::strip <= n) {
#pragma unroll
            for (int r = 0; r < S::rows; ++r)
                __stcs((int4 *)(out + start) + r * 32 + threadIdx.x % 32, x[r].whole);
        } else {
#pragma unroll
            for (int r = 0; r < S::rows; ++r)
#pragma unroll
                for (int v = 0; v < S::piece; ++v) {
                    u64 i = start + (r * 32 + threadIdx.x % 32) * S::piece + v;
                    if (i < n)
                        out[i] = x[r].at[v];
                }
        }
    }
};

// Sums of the strips before this warp's, and of all, after the sum of each strip is in sums.
template <class S> __device__ __forceinline__ void over_warps(const typename S::T *sums, typename S::T &before, typename S::T &all)
{
    using T = typename S::T;
    unsigned lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    T v = lane_scan<T, S::warps>(sums[lane % S::warps], lane);
    before = __shfl_sync(0xffffffffu, v, warp == 0 ? 0 : warp - 1);
    if (warp == 0)
        before = Identity<T>::value;
    all = __shfl_sync(0xffffffffu, v, S::warps - 1);
}

// What blocks share: launches and tickets in one word, blocks that have left, then the nodes of each level.
constexpr int levels = 4; // 2^20 tiles
constexpr int first_node = 16;

template <class T> struct Nodes {
    u64 *at;
    unsigned tiles, launch;

    __device__ __forceinline__ u64 *of(unsigned level) const
    {
        u64 *p = at;
        for (unsigned k = 0; k < level; ++k)
            p += ((tiles >> 5 * k) + 1) * Slot<T>::words;
        return p;
    }

    // What a tile finds of a level: the tree over the nodes between its own and the one of the next level. For a whole warp.
    __device__ __forceinline__ T look_back(unsigned tile, unsigned level, unsigned lane) const
    {
        u64 *nodes = of(level);
        unsigned node = tile >> 5 * level, count = node % 32;
        T v = Identity<T>::value;
        if (count != 0) {
            while (!__all_sync(0xffffffffu, lane >= count || Slot<T>::ready(nodes, node - count + lane, v, launch)))
                ;
            v = tree(v, lane, count);
        }
        return v;
    }

    // Publishes the sum of a tile, and the nodes of higher levels that end with it. For a whole warp.
    __device__ __forceinline__ void publish(unsigned tile, T sum, unsigned lane) const
    {
        if (lane == 0)
            Slot<T>::publish(at, tile, sum, launch);
        for (unsigned level = 1, node = tile; level < levels && node % 32 == 31; ++level, node /= 32) {
            u64 *nodes = of(level - 1);
            T v = sum; // the last lane's
            while (!__all_sync(0xffffffffu, lane == 31 || Slot<T>::ready(nodes, node - 31 + lane, v, launch)))
                ;
            sum = __shfl_sync(0xffffffffu, tree(v, lane, 32), 0);
            if (lane == 0)
                Slot<T>::publish(of(level), node / 32, sum, launch);
        }
    }
};

template <class T> __device__ __forceinline__ T prefix_of(const T *parts)
{
    T prefix = parts[levels - 1];
#pragma unroll
    for (int level = levels - 2; level >= 0; --level)
        prefix = prefix + parts[level];
    return prefix;
}

// A block a tile, for arrays of few tiles. Blocks take tickets, so that the tiles before a block's all have running blocks.
template <class S, bool exclusive>
__global__ void __launch_bounds__(S::threads, S::blocks) one_tile(const typename S::T *in, typename S::T *out, u64 n, u64 *workspace)
{
    using T = typename S::T;
    __shared__ T sums[S::warps], parts[levels];
    __shared__ u64 taken;
    unsigned lane = threadIdx.x % 32, warp = threadIdx.x / 32, tiles = gridDim.x;
    if (tiles > 1) {
        if (threadIdx.x == 0)
            taken = atomicAdd(workspace, 1);
        __syncthreads();
    }
    unsigned tile = tiles > 1 ? (unsigned)taken : 0, launch = tiles > 1 ? (unsigned)(taken >> 32) + 1 : 0;
    u64 start = (u64)tile * S::size + warp * S::strip;
    Strip<S> strip;
    strip.load(in, start, n);
    strip.scan();
    if (lane == 0)
        sums[warp] = strip.total;
    __syncthreads();
    T before, all;
    over_warps<S>(sums, before, all);
    if (tiles > 1) {
        Nodes<T> nodes{workspace + first_node, tiles, launch};
        if (warp == S::warps - 1)
            nodes.publish(tile, all, lane);
        for (unsigned level = warp; level < levels; level += S::warps) {
            T v = nodes.look_back(tile, level, lane);
            if (lane == 0)
                parts[level] = v;
        }
        __syncthreads();
        before = prefix_of(parts) + before;
    }
    strip.template store<exclusive>(out, start, n, before);
    if (threadIdx.x == 0 && tiles > 1 && tile == tiles - 1)
        *workspace = (u64)launch << 32; // every ticket is taken
}
