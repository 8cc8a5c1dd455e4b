// CUB's reductions and scan of structs by the operator of a user.
#pragma once

#include "peers.cuh"

// Results are shown as those of Moved are.
template <class Way, int n> struct Shown : Way {
    using T = typename Way::T;
    static double shown(int lane, const T &v) { return Moved<n>::shown(lane, v); }
};

template <class Op, int width> using CubSummary = Shown<CubReduce<Many<int, 4>, Op, width>, 4>;
template <class Op> using CubAffine = Shown<CubScan<Many<unsigned, 2>, Op>, 2>;
