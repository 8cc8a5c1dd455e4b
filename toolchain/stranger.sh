#!/bin/sh
# The first minutes of new users, by the commands of README.md, docs/cuda.md and docs/go.md, each in an empty folder with an
# empty home: with the header and clang, also by CMake, with nvcc, and with Go. Says how many seconds each took. A case whose
# tools are not installed is left out, and named. Go takes modules from those that are downloaded here, but builds all anew.
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

if [ -n "$clang" ] && command -v cmake >/dev/null; then
    alone cmake "" "cp \$CHECKOUT/dist/shfl.cuh \$CHECKOUT/internal/prover/compile/prelude.cuh .
        echo '$kernel' >sum.cu; echo '#include \"shfl.cuh\"' >host.cpp
        cat >CMakeLists.txt <<'END'
cmake_minimum_required(VERSION 3.20)
project(sum LANGUAGES CXX)
set(CMAKE_CXX_STANDARD 17)
add_library(sum OBJECT host.cpp sum.cu)
set_source_files_properties(sum.cu PROPERTIES LANGUAGE CXX COMPILE_FLAGS
    \"-x cuda --cuda-device-only -nocudainc -nocudalib --cuda-gpu-arch=sm_80 -Xclang -target-feature -Xclang +ptx70 -include \${CMAKE_SOURCE_DIR}/prelude.cuh -S -Wno-unused-command-line-argument\")
END
        cmake -DCMAKE_CXX_COMPILER=$clang -B build . >log && cmake --build build >>log
        grep -rq redux.sync.add build"
else
    echo "stranger: no clang and cmake"
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

if command -v go >/dev/null; then
    modules=$(go env GOMODCACHE)/cache/download
    alone go "$(dirname "$(command -v go)"):" "
        export GOPROXY=file://$modules GOSUMDB=off GOFLAGS=-modcacherw
        go mod init example.com/app
        go mod edit -replace github.com/shflgen/shflgen=\$CHECKOUT -require github.com/shflgen/shflgen@v0.0.0
        go get -tool github.com/shflgen/shflgen/cmd/shflgen
        cat >main.go <<'END'
package main

//go:generate go tool shflgen -pattern reduce -lang go

import \"fmt\"

func main() {
	var v [32]int32
	for i := range v {
		v[i] = int32(i)
	}
	ReduceSumInt32W32(0xff, &v)
	fmt.Println(v[31])
}
END
        go generate ./... && go tool shflgen check ./... && go tool shflgen prove ./...
        test \"\$(go run .)\" = 28"
else
    echo "stranger: no Go"
fi
