#!/bin/sh
# The first minutes of new users, by the commands and files of docs/start.md, each way in an empty folder with an empty
# home, and with a PATH that has what that user has. Says how many seconds each took. A way whose tools are not installed is
# left out, and named. Go takes modules, and pip takes wheels, that are here. Everything is built anew, unless CACHE is a
# folder of Go's build cache: its entries are found by their contents, so that no step sees another result.
set -eu
checkout=$(cd "$(dirname "$0")/.." && pwd)
page=$checkout/docs/start.md
top=$(mktemp -d)
trap 'chmod -R u+w "$top"; rm -rf "$top"' EXIT

# steps WAY: a script that writes the files and runs the commands that the page marks for a way, in their order.
steps() {
    awk -v way="$1" '
        !inside && $1 == "<!--" && $2 == "start:" && index("," $3 ",", "," way ",") { wanted = 1; file = $4 == "-->" ? "" : $4; next }
        wanted && !inside && /^```/ { inside = 1; if (file != "") print "cat >" file " <<'"'"'END-OF-FILE'"'"'"; next }
        inside && /^```/ { if (file != "") print "END-OF-FILE"; inside = wanted = 0; blocks++; next }
        inside
        END { if (blocks < 1) { print "no block of " way > "/dev/stderr"; exit 1 } }' "$page"
}

# alone WAY PATH [EDIT]: runs the steps of a way without the environment of this shell, after an edit of their script.
alone() {
    mkdir -p "$top/$1/home" "$top/$1/work"
    steps "$1" >"$top/$1/steps"
    [ -z "${3:-}" ] || sed -i "$3" "$top/$1/steps"
    started=$(date +%s)
    (cd "$top/$1/work" && env -i HOME="$top/$1/home" PATH="$2/usr/bin:/bin" CHECKOUT="$checkout" \
        GOPROXY="file://$modules" GOSUMDB=off GOFLAGS=-modcacherw ${CACHE:+GOCACHE="$CACHE"} PIP_NO_INDEX=1 PIP_FIND_LINKS="$wheels" \
        sh -eu "$top/$1/steps") >"$top/$1/log" 2>&1 || { cat "$top/$1/log"; echo "stranger: $1: failed"; exit 1; }
    echo "stranger: $1: $(($(date +%s) - started)) s"
}

modules=
wheels=$checkout/.toolchain/wheels
go=$(command -v go || true)
clang=$(command -v clang++-19 || true)
nvcc=${SHFLGEN_NVCC:-$(command -v nvcc || true)}

if [ -n "$go" ]; then
    modules=$(go env GOMODCACHE)/cache/download
    # No module of this name is published with what the checkout has.
    alone go "$(dirname "$go"):" '/^go mod init/a\
go mod edit -replace github.com/shflgen/shflgen="$CHECKOUT" -require github.com/shflgen/shflgen@v0.0.0'
else
    echo "stranger: no Go"
fi

if [ -n "$nvcc" ]; then
    alone nvcc "$(dirname "$nvcc"):"
else
    echo "stranger: no nvcc"
fi

if [ -n "$clang" ] && command -v cmake >/dev/null; then
    alone clang ""
else
    echo "stranger: no clang++-19 and cmake"
fi

if ls "$wheels"/*.whl >/dev/null 2>&1; then
    alone python "$(dirname "$(command -v python3)"):"
else
    echo "stranger: no wheel in .toolchain/wheels: make python builds it"
fi

if [ -n "$go" ] && command -v curl >/dev/null; then
    # The server runs until the page and its program are read.
    alone browser "$(dirname "$go"):" 's|^python3 -m http.server.* 8000$|& \& server=$!; sleep 1; curl -sf localhost:8000/ \| grep -q shflgen; curl -sf -o program localhost:8000/shflgen.wasm.gz; kill $server; gzip -t <program|'
else
    echo "stranger: no Go and curl"
fi
