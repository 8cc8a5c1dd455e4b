#!/bin/sh
# The first minutes of people without Go, by the commands of docs/cuda.md, each in an empty folder with an empty home: one with
# the header and clang alone, one with nvcc. Says how many seconds each took. A case whose compiler is not installed is left
# out, and named. What people with Go do is in tests/install.
set -eu
checkout=$(cd "$(dirname "$0")/.." && pwd)
top=$(mktemp -d)
trap 'chmod -R u+w "$top"; rm -rf "$top"' EXIT

# alone NAME COMMAND: runs a command in an empty folder, without this shell's environment.
alone() {
    mkdir -p "$top/$1/home" "$top/$1/work"
    started=$(date +%s)
    (cd "$top/$1/work" && env -i HOME="$top/$1/home" PATH="${2:-}/usr/bin:/bin" CHECKOUT="$checkout" sh -euc "$3")
    echo "stranger: $1: $(($(date +%s) - started)) s"
}

kernel='#include "shfl.cuh"
__global__ void sum(int *x) { x[threadIdx.x] = shfl::reduce_sum(0xffffu, x[threadIdx.x]); }
int main() { return 0; }'

clang=$(command -v clang++-19 || command -v clang++ || true)
if [ -n "$clang" ]; then
    alone clang "" "cp \$CHECKOUT/dist/shfl.cuh \$CHECKOUT/internal/prover/compile/prelude.cuh .
        echo '$kernel' >sum.cu; echo '#include \"shfl.cuh\"' >host.cpp
        $clang -std=c++17 -Wall -Werror -c host.cpp
        $clang -std=c++17 -x cuda --cuda-device-only -nocudainc -nocudalib --cuda-gpu-arch=sm_80 -Xclang -target-feature -Xclang +ptx70 \
            -include prelude.cuh -S -o sum.ptx sum.cu
        grep -q redux.sync.add sum.ptx"
else
    echo "stranger: no clang"
fi

nvcc=${SHFLGEN_NVCC:-$(command -v nvcc || true)}
if [ -n "$nvcc" ]; then
    alone nvcc "$(dirname "$nvcc"):" "cp \$CHECKOUT/dist/*.cuh .
        echo '$kernel' >sum.cu
        nvcc -std=c++17 -arch=sm_90 -Werror all-warnings -ptx -o sum.ptx sum.cu
        grep -q redux.sync.add sum.ptx"
else
    echo "stranger: no nvcc"
fi
