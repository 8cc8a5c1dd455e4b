#!/usr/bin/env bash
# Installs what the checks need beside Go. Quiet and quick where it is there.
#
#   install.sh clang    clang 19, from Debian's packages
#   install.sh solvers  z3 and cvc5, from Debian's packages
#   install.sh nvcc     nvcc 13.0 with its headers, from Python wheels, into
#                       .toolchain/; without it the half types' CUDA is not proved
#   install.sh chromium the browser that opens the playground, from Debian's packages
#   install.sh deflate  libdeflate-gzip, which compresses the playground's program, from Debian's packages
#   install.sh python   what builds and tests the Python package, into .toolchain/python
set -euo pipefail
cd "$(dirname "$0")/.."

# quietly runs a command and shows what it said only if it fails.
quietly() {
    local log
    log=$(mktemp)
    if ! "$@" >"$log" 2>&1; then
        cat "$log" >&2
        rm -f "$log"
        return 1
    fi
    rm -f "$log"
}

# debian installs the package of a command, unless that is there: by the name of the command, or by a second one.
debian() {
    type -P "$1" >/dev/null && return # no function of this script
    if ! command -v apt-get >/dev/null; then
        echo "toolchain: $1 is missing, and this is no Debian; install it and put it on the PATH" >&2
        return 1
    fi
    local root=()
    [ "$(id -u)" = 0 ] || root=(sudo)
    quietly "${root[@]}" apt-get update
    quietly "${root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends "${2:-$1}"
}

clang() { debian clang-19; }

solvers() {
    debian z3
    debian cvc5
}

chromium() { debian chromium; }

deflate() { debian libdeflate-gzip libdeflate-tools; }

nvcc() {
    local cuda=.toolchain/nvidia/cu13
    [ -x $cuda/bin/nvdisasm ] && return
    rm -rf .toolchain
    quietly python3 -m pip install --no-deps --disable-pip-version-check --target .toolchain \
        nvidia-cuda-nvcc==13.0.88 nvidia-nvvm==13.0.88 nvidia-cuda-crt==13.0.88 \
        nvidia-cuda-runtime==13.0.96 nvidia-cuda-cccl==13.0.85 nvidia-cuda-nvrtc==13.0.88 \
        nvidia-cuda-cuobjdump==13.2.51 nvidia-cuda-nvdisasm==13.2.51 # the oldest that there are
    ln -sfn lib $cuda/lib64 # where nvcc looks
    chmod +x $cuda/bin/* $cuda/nvvm/bin/*
}

python() {
    local environment=.toolchain/python
    [ -x $environment/bin/hatchling ] && [ -x $environment/bin/pytest ] && [ -x $environment/bin/ruff ] && return
    rm -rf $environment
    quietly python3 -m venv $environment
    quietly $environment/bin/python -m pip install --disable-pip-version-check hatchling==1.33.0 pytest==9.2.0 ruff==0.17.6
}

for part in "${@:-clang}"; do
    case $part in
    clang | solvers | nvcc | chromium | deflate | python) $part ;;
    *)
        echo "toolchain: $part: want clang, solvers, nvcc, chromium, deflate or python" >&2
        exit 2
        ;;
    esac
done
