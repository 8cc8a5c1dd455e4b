package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/shflgen/shflgen/gen"
	"github.com/shflgen/shflgen/internal/prover/compile"
	"github.com/shflgen/shflgen/spec"
)

// unit is one source for both compilers.
type unit struct {
	name   string
	source string
	peer   bool // it may fail to compile; the table then says so
}

// cases are the sources to compile, an empty kernel first.
func cases() ([]unit, error) {
	units := []unit{{name: "an empty kernel", source: "extern \"C\" __global__ void k() {}\n"}}
	for _, args := range []string{
		"-pattern reduce -width 32 -mask full",
		"-pattern reduce -width 32 -type float32 -mask full",
		"-pattern reduce -width 32 -type float32 -op max -mask full",
		"-pattern block-reduce -block 256 -type float32 -mask full",
	} {
		s, err := spec.ParseArgs(strings.Fields(args))
		if err != nil {
			return nil, err
		}
		files, err := gen.Generate(s, gen.Options{Langs: []gen.Lang{gen.CUDA}})
		if err != nil {
			return nil, err
		}
		units = append(units, unit{
			name:   "ours: `" + strings.TrimPrefix(args, "-pattern ") + "`",
			source: string(files[s.FileName()+gen.CUDA.Ending()]) + compile.Kernel(s, "k"),
		})
	}
	for _, call := range [][2]string{
		{"shfl", "shfl::reduce_sum_full(in[threadIdx.x])"},
		{"shfl_ops", "shfl::reduce_prod_full(in[threadIdx.x])"},
		{"shfl_scan", "shfl::inclusive_scan_max_full(in[threadIdx.x])"},
		{"shfl_block", "shfl::block_reduce_sum_full<256>(in[threadIdx.x])"},
		{"shfl_move", "shfl::rotate_dvar_full(in[threadIdx.x], 1)"},
		{"shfl_sort", "shfl::sort_full(in[threadIdx.x])"},
		{"shfl_keyed", "shfl::keyed_reduce_sum_full(threadIdx.x & 3u, in[threadIdx.x])"},
		{"shfl_all", "shfl::reduce_sum_full(in[threadIdx.x])"},
	} {
		header, err := os.ReadFile(filepath.Join(dist, call[0]+".cuh"))
		if err != nil {
			return nil, err
		}
		units = append(units, unit{
			name:   "ours: `dist/" + call[0] + ".cuh`",
			source: string(header) + fmt.Sprintf(oneCall, call[1]),
		})
	}
	for _, p := range []struct{ headers, body string }{
		{"cub/warp/warp_reduce.cuh", cubWarp},
		{"cub/cub.cuh", cubWarp},
		{"cooperative_groups.h cooperative_groups/reduce.h", groups},
		{"cuda/warp", shuffle},
	} {
		source, names := "", []string{}
		for _, h := range strings.Fields(p.headers) {
			source += fmt.Sprintf("#include <%s>\n", h)
			names = append(names, "`<"+h+">`")
		}
		units = append(units, unit{name: strings.Join(names, " "), source: source + p.body, peer: true})
	}
	return units, nil
}

// dist is the folder of the ready headers.
const dist = "../../../dist"

// oneCall is a kernel that calls one function of a ready header.
const oneCall = `
extern "C" __global__ void k(const int *in, int *out) { out[threadIdx.x] = %s; }
`

// One call of each peer.
const (
	cubWarp = `
extern "C" __global__ void k(const int *in, int *out)
{
    using Warp = cub::WarpReduce<int>;
    __shared__ typename Warp::TempStorage storage;
    out[threadIdx.x] = Warp(storage).Sum(in[threadIdx.x]);
}
`
	groups = `
namespace cg = cooperative_groups;
extern "C" __global__ void k(const int *in, int *out)
{
    auto warp = cg::tiled_partition<32>(cg::this_thread_block());
    out[threadIdx.x] = cg::reduce(warp, in[threadIdx.x], cg::plus<int>{});
}
`
	shuffle = `
extern "C" __global__ void k(const int *in, int *out)
{
    int v = in[threadIdx.x];
    for (int d = 16; d > 0; d /= 2)
        v += cuda::device::warp_shuffle_xor(v, d).data;
    out[threadIdx.x] = v;
}
`
)
