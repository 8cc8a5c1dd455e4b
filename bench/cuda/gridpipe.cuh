// The scans of gridscan.cuh for arrays of many tiles: blocks that stay, with three tiles each. One is loaded; one is summed, and its
// sum published; of one, the prefix is found and the result stored. So the sums that a tile waits for were published while its
// block did other work.
#pragma once

#include "gridscan.cuh"

__device__ __forceinline__ unsigned shared_address(const void *p) { return (unsigned)__cvta_generic_to_shared(p); }
__device__ __forceinline__ void barrier_init(u64 *b) { asm volatile("mbarrier.init.shared::cta.b64 [%0], 1;" ::"r"(shared_address(b)) : "memory"); }
__device__ __forceinline__ void barrier_wait(u64 *b, unsigned parity)
{
    asm volatile("{ .reg .pred p; again: mbarrier.try_wait.parity.shared::cta.b64 p, [%0], %1; @p bra done; bra again; done: }" ::"r"(shared_address(b)), "r"(parity) : "memory");
}
__device__ __forceinline__ void bulk_load(void *to, const void *from, unsigned bytes, u64 *b)
{
    asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;" ::"r"(shared_address(b)), "r"(bytes) : "memory");
    asm volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1], %2, [%3];" ::"r"(shared_address(to)), "l"(from), "r"(bytes), "r"(shared_address(b)) : "memory");
}

template <class S, bool exclusive>
__global__ void __launch_bounds__(S::threads, S::blocks) many_tiles(const typename S::T *in, typename S::T *out, u64 n, u64 *workspace)
{
    using T = typename S::T;
    constexpr int stages = 3;
    extern __shared__ __align__(128) unsigned char memory[];
    __shared__ T sums[S::warps], parts[levels];
    __shared__ u64 full[stages], taken[stages];
    unsigned lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    unsigned tiles = (unsigned)((n + S::size - 1) / S::size);
    auto stage = [&](unsigned k) { return (T *)memory + k % stages * S::size; };
    auto whole = [&](unsigned tile) { return (u64)(tile + 1) * S::size <= n; };
    auto load = [&](unsigned k, u64 ticket) { // as the block's tile k
        taken[k % stages] = ticket;
        unsigned tile = (unsigned)ticket;
        if (tile < tiles && whole(tile))
            bulk_load(stage(k), in + (u64)tile * S::size, S::size * sizeof(T), &full[k % stages]);
    };
    u64 ahead = 0; // the ticket of the tile to load next
    if (threadIdx.x == 0) {
        for (int k = 0; k < stages; ++k)
            barrier_init(&full[k]);
        asm volatile("fence.mbarrier_init.release.cluster;" ::: "memory");
        load(0, atomicAdd(workspace, 1));
        ahead = atomicAdd(workspace, 1);
    }
    __syncthreads();
    Nodes<T> nodes{workspace + first_node, tiles, (unsigned)(taken[0] >> 32) + 1};
    T last_before[S::rows], last_strip = Identity<T>::value;
    unsigned last = tiles; // the tile whose prefix is found: none yet
    for (unsigned k = 0;; ++k) {
        unsigned tile = (unsigned)taken[k % stages];
        bool any = tile < tiles;
        Strip<S> s;
        if (any) {
            if (whole(tile)) {
                barrier_wait(&full[k % stages], k / stages % 2);
#pragma unroll
                for (int r = 0; r < S::rows; ++r)
                    s.x[r].whole = s.shared(stage(k))[r * 32];
            } else {
                s.load(in, (u64)tile * S::size + warp * S::strip, n);
#pragma unroll
                for (int r = 0; r < S::rows; ++r)
                    s.shared(stage(k))[r * 32] = s.x[r].whole;
            }
            s.scan();
            if (lane == 0)
                sums[warp] = s.total;
        }
        __syncthreads();
        T before = Identity<T>::value;
        if (any) {
            if (threadIdx.x == 0) {
                load(k + 1, ahead);
                ahead = atomicAdd(workspace, 1);
            }
            T all;
            over_warps<S>(sums, before, all);
            if (warp == S::warps - 1)
                nodes.publish(tile, all, lane);
        }
        if (last != tiles)
            for (unsigned level = warp; level < levels; level += S::warps) {
                T v = nodes.look_back(last, level, lane);
                if (lane == 0)
                    parts[level] = v;
            }
        __syncthreads();
        if (last != tiles) {
            Strip<S> l;
#pragma unroll
            for (int r = 0; r < S::rows; ++r) {
                l.x[r].whole = l.shared(stage(k - 1))[r * 32];
                l.before[r] = last_before[r];
            }
            l.scan_pieces();
            l.template store<exclusive>(out, (u64)last * S::size + warp * S::strip, n, prefix_of(parts) + last_strip);
        }
        if (!any)
            break;
        last = tile;
        last_strip = before;
#pragma unroll
        for (int r = 0; r < S::rows; ++r)
            last_before[r] = s.before[r];
    }
    // The block that leaves last puts the tickets back. The comparison makes this addition wait for the block's last ticket.
    if (threadIdx.x == 0 && atomicAdd(workspace + 1, ahead == ~0ull ? 2 : 1) == gridDim.x - 1) {
        workspace[1] = 0;
        *workspace = (u64)nodes.launch << 32;
    }
}
