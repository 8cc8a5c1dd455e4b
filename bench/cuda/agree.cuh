// Before anything is timed, one call of each way to do a piece of work must give
// what the others give, in every lane where both give something.
#pragma once

#include "measure.cuh"

// some makes a few calls in a row: one, whose result is looked at; or two, which
// tell what one more call costs in instructions.
template <class Way, int calls>
__global__ void __launch_bounds__(32) some(const typename Way::T *in, typename Way::T *out, unsigned mask, unsigned one)
{
    __shared__ typename Way::Storage storage;
    typename Way::T v = in[threadIdx.x];
    Way::start(mask, v);
    if (Way::calls(mask, threadIdx.x)) {
#pragma unroll
        for (int i = 0; i < calls; ++i) {
            v = Way::call(mask, v, storage);
            Way::refresh(mask, v, one);
            opaque(v);
        }
    }
    out[threadIdx.x] = v;
}

template <class Way> static std::vector<typename Way::T> results(unsigned mask, unsigned seed)
{
    using T = typename Way::T;
    std::vector<T> host(32);
    for (unsigned i = 0; i < 32; ++i)
        make(host[i], seed * 32u + i);
    Memory<T> in(32), out(32);
    CHECK(cudaMemcpy(in.at, host.data(), 32 * sizeof(T), cudaMemcpyHostToDevice));
    some<Way, 1><<<1, 32>>>(in.at, out.at, mask, 1);
    CHECK(cudaGetLastError());
    CHECK(cudaMemcpy(host.data(), out.at, 32 * sizeof(T), cudaMemcpyDeviceToHost));
    return host;
}

// agree ends the program if two ways differ.
template <class A, class B> static void agree(const char *work, unsigned mask)
{
    int compared = 0;
    for (unsigned seed = 0; seed < 8; ++seed) {
        auto a = results<A>(mask, seed);
        auto b = results<B>(mask, seed);
        for (int lane = 0; lane < 32; ++lane) {
            if (!A::gives(lane, mask) || !B::gives(lane, mask))
                continue;
            ++compared;
            if (!same(A::shown(lane, a[lane]), B::shown(lane, b[lane]))) {
                std::fprintf(stderr, "%s: %s and %s differ in lane %d, mask %08x, seed %u\n", work, A::name, B::name, lane, mask, seed);
                std::exit(1);
            }
        }
    }
    if (compared == 0) {
        std::fprintf(stderr, "%s: %s and %s give nothing in the same lane, mask %08x\n", work, A::name, B::name, mask);
        std::exit(1);
    }
}
