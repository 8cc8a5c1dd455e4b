package cuda

import (
	"fmt"
	"strings"
)

// Of an array that is spread over devices, each device has some chunks: fewer blocks than fill it, so a thread
// has more loads in flight. Measured on an H200: bench/cuda/DEVICES.md. Arrays of a map share them.
const (
	deepBatch  = 24
	deepThread = "_deep"
)

// deep is g with as many loads in flight as one block of a multiprocessor needs. Of a user's operator they are fewer: a chain of
// 24 products modulo a prime takes nvcc minutes.
func (g *grids) deep() *grids {
	deep := *g
	deep.batch = deepBatch / len(g.inputs)
	if g.of.User != nil {
		deep.batch = min(deep.batch, rowBatch)
	}
	return &deep
}

// parts are the kernels of an array that is spread over devices: one gives the results of some chunks, one
// combines those of all.
func (g *grids) parts() []function {
	of, spread, holds := "an array of n elements", "an array that is", "holds"
	if len(g.inputs) > 1 {
		of, spread, holds = "arrays of n elements", "arrays that are", "hold"
	}
	chunk := g.name + deepThread + "(" + strings.Join(g.names(" + held"), ", ") + ", count, threadIdx.x)"
	return []function{
		{
			Contract: []string{
				fmt.Sprintf("The results of some chunks of %s, for %s spread over devices. out has %d", of, spread, g.Chunks),
				fmt.Sprintf("elements; out[c] receives the result of chunk c, for from <= c < to. A chunk has %d * max(%d, ceil(n / %d))", g.Accumulators(), g.Rounds, g.Accumulators()*g.Chunks),
				fmt.Sprintf("elements, the last one what is left; up to %d elements are one chunk. %s %s the elements of these chunks", g.Accumulators()*g.Alone, g.listed(), holds),
				"only, from the first of chunk `from` on.",
				fmt.Sprintf("Launch: any number of blocks of %d threads; more than to - from have nothing to do.", g.Threads),
			},
			Name: g.name + "_chunks", Frame: `extern "C" __global__`, Type: fmt.Sprintf("void __launch_bounds__(%d, 1)", g.Threads),
			Params: append(g.arrays(func(in gridInput) string { return in.matrix }), params{
				{name: "n", declare: "unsigned long long n"},
				{name: "from", declare: "unsigned from"}, {name: "to", declare: "unsigned to"},
				{name: "out", declare: g.elem.name + " *__restrict__ out"},
			}...),
			Steps: []step{g.shape(), {Title: "The block's chunks.", Lines: []string{
				"unsigned end = to < chunks ? to : chunks;",
				"#pragma unroll 1",
				"for (unsigned chunk = from + blockIdx.x; chunk < end; chunk += gridDim.x) {",
				"    unsigned long long first = chunk * size, count = n - first < size || chunks == 1u ? n - first : size;",
				"    unsigned long long held = first - from * size;",
				fmt.Sprintf("    %s result = %s;", g.elem.name, g.across(chunk, g.present())),
				"    if (threadIdx.x == 0u)",
				"        out[chunk] = result;",
				"}",
			}}},
		},
		{
			Contract: []string{
				fmt.Sprintf("The result of an array of n elements, of the results of its chunks: what %s gives of the whole array.", g.name),
				fmt.Sprintf("Launch: one block of %d threads.", g.Threads),
			},
			Name: g.name + "_combine", Frame: `extern "C" __global__`, Type: fmt.Sprintf("void __launch_bounds__(%d)", g.Threads),
			Params: params{
				{name: "results", declare: "const " + g.elem.name + " *__restrict__ results"}, {name: "n", declare: "unsigned long long n"},
				{name: "out", declare: g.elem.name + " *__restrict__ out"},
			},
			Steps: []step{g.number(), g.ofChunks(g.copied(name("results[threadIdx.x]")).text), {Title: "The result of the array.", Lines: []string{
				"if (threadIdx.x == 0u)",
				"    *out = result;",
			}}},
		},
	}
}
