#!/usr/bin/env bash
# Installs what the checks need beside Go: clang 19, from Debian's packages.
# Quiet and quick where it is there already.
set -euo pipefail

if command -v clang-19 >/dev/null; then
    exit 0
fi
if ! command -v apt-get >/dev/null; then
    echo "toolchain: clang-19 is missing, and this is no Debian; install it and put it on the PATH" >&2
    exit 1
fi
root=()
if [ "$(id -u)" != 0 ]; then
    root=(sudo)
fi
log=$(mktemp)
if ! { "${root[@]}" apt-get update && "${root[@]}" env DEBIAN_FRONTEND=noninteractive \
    apt-get install -y --no-install-recommends clang-19; } >"$log" 2>&1; then
    cat "$log" >&2
    exit 1
fi
clang-19 --version | head -1
