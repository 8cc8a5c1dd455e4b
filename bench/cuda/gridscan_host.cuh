// The order of gridscan.cuh on the host, an element at a time.
#pragma once

#include "gridscan.cuh"

template <class S, bool exclusive> std::vector<typename S::T> by_host(const std::vector<typename S::T> &in)
{
    using T = typename S::T;
    const T none = Identity<T>::value;
    auto list = [](std::vector<T> a) { // the tree over a
        for (size_t d = 1; d < a.size(); d *= 2)
            for (size_t i = 0; i + d < a.size(); i += 2 * d)
                a[i] = a[i] + a[i + d];
        return a[0];
    };
    auto scan = [](T *a, int count) { // as lanes do
        for (int d = 1; d < count; d *= 2)
            for (int i = count - 1; i >= d; --i)
                a[i] = a[i - d] + a[i];
    };
    std::vector<T> out(in.size()), nodes[levels + 1];
    for (size_t tile = 0; tile * S::size < in.size(); ++tile) {
        static thread_local T x[S::size], base[S::size / S::piece], sums[S::warps];
        for (int i = 0; i < S::size; ++i) {
            size_t at = tile * S::size + i;
            x[i] = at < in.size() ? in[at] : none;
        }
        for (int w = 0; w < S::warps; ++w) {
            T total = none;
            for (int r = 0; r < S::rows; ++r) {
                T lanes[32];
                for (int l = 0; l < 32; ++l) {
                    T *p = x + ((w * S::rows + r) * 32 + l) * S::piece;
                    for (int v = 1; v < S::piece; ++v)
                        p[v] = p[v - 1] + p[v];
                    lanes[l] = p[S::piece - 1];
                }
                scan(lanes, 32);
                for (int l = 0; l < 32; ++l)
                    base[(w * S::rows + r) * 32 + l] = total + (l ? lanes[l - 1] : none);
                total = total + lanes[31];
            }
            sums[w] = total;
        }
        scan(sums, S::warps);
        T prefix = none;
        for (int level = levels - 1; level >= 0; --level) {
            size_t node = tile >> 5 * level;
            if (node % 32)
                prefix = prefix + list({nodes[level].end() - node % 32, nodes[level].end()});
        }
        nodes[0].push_back(sums[S::warps - 1]);
        for (int level = 0; level < levels && nodes[level].size() % 32 == 0; ++level)
            nodes[level + 1].push_back(list({nodes[level].end() - 32, nodes[level].end()}));
        for (int i = 0; i < S::size && tile * S::size + i < in.size(); ++i) {
            int w = i / S::strip, p = i / S::piece, v = i % S::piece;
            T b = (prefix + (w ? sums[w - 1] : none)) + base[p];
            out[tile * S::size + i] = exclusive ? (v ? b + x[i - 1] : b) : b + x[i];
        }
    }
    return out;
}
