package dist

import (
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/shflgen/shflgen/internal/prover/compile"
)

// parts are the headers that a file may include together, but for that of halves, which needs the toolkit.
var parts = []string{"shfl.cuh", "shfl_ops.cuh", "shfl_scan.cuh", "shfl_block.cuh", "shfl_move.cuh", "shfl_sort.cuh",
	"shfl_keyed.cuh"}

// rightCalls compile with the headers that they name and with all of them.
var rightCalls = []struct{ headers, call string }{
	{"shfl.cuh", "n[0] = shfl::reduce_sum(0xffffu, n[1])"},
	{"shfl.cuh", "n[0] = shfl::reduce_sum<8>(1 << 3, n[1])"},
	{"shfl.cuh", "n[0] = shfl::reduce_max_full('c')"},
	{"shfl.cuh", "l[0] = shfl::reduce_sum(~0u, l[1]) + shfl::inclusive_scan_sum_full(l[2])"},
	{"shfl.cuh", "u[0] = shfl::reduce_min_active(~0u, u[1]) + shfl::reduce_or_full(u[2])"},
	{"shfl.cuh", "x[0] = shfl::reduce_argmax(~0u, x[1], n)"},
	{"shfl.cuh", "shfl_twice(n)"}, // a name of the caller's own, by no overload
	{"shfl.cuh", "x[0] = shfl::reduce_sum(lane_mask_of_a_user(), number_of_a_user())"},
	{"shfl_ops.cuh", "x[0] = shfl::reduce_prod(~0u, x[1])"},
	{"shfl.cuh shfl_ops.cuh", "x[0] = shfl::reduce_prod(~0u, x[1])"},
	{"shfl_ops.cuh shfl.cuh", "x[0] = shfl::reduce_prod(7, x[1]) + shfl::reduce_prod_full(x[2])"},
	{"shfl_block.cuh", "x[0] = shfl::block_reduce_sum_full<256>(x[1]) + shfl::block_reduce_sum<128>(true, x[2])"},
	{"shfl_block.cuh", "d[0] = shfl::block_reduce_sum<256>(true, d[1]) + shfl::block_reduce_max_full<128>(u[0])"},
	{"shfl.cuh shfl_block.cuh", "n[0] = shfl::block_inclusive_scan_sum_full<1024>(n[1])"},
}

// wrongCalls are errors, and what the first of them says.
var wrongCalls = []struct{ headers, call, want string }{
	{"shfl.cuh", "n[0] = shfl::reduce_sum(n[1])",
		"reduce_sum: give a mask, as in reduce_sum(mask, v); for all lanes, reduce_sum_full(v)"},
	{"shfl.cuh", "n[0] = shfl::reduce_sum<8>(n[1])", "reduce_sum: give a mask"},
	{"shfl.cuh", "x[0] = shfl::reduce_argmin(x[1], n)", "give a mask, as in reduce_argmin(mask, v, idx)"},
	{"shfl.cuh", "n[0] = shfl::reduce_sum_full(~0u, n[1])", "want reduce_sum_full(v); with a mask, reduce_sum(mask, v)"},
	{"shfl.cuh", "x[0] = shfl::reduce_sum<12>(~0u, x[1])", "of float v this file has width 2, 4, 8, 16 and 32"},
	{"shfl.cuh", "x[0] = shfl::reduce_sum(.5, x[1])", "deleted function"},
	{"shfl.cuh", "x[0] = shfl::reduce_prod(~0u, x[1])", "include shfl_ops.cuh: this function is in it"},
	{"shfl.cuh", "x[0] = shfl::block_reduce_sum_full<256>(x[1])", "include shfl_block.cuh: this function is in it"},
	{"shfl.cuh shfl_ops.cuh", "x[0] = shfl::reduce_prod(x[1])", "reduce_prod: give a mask, as in reduce_prod(mask, v)"},
	{"shfl_block.cuh", "x[0] = shfl::block_reduce_sum<256>(x[1])",
		"give member, as in block_reduce_sum<block>(member, v)"},
	{"shfl_block.cuh", "x[0] = shfl::block_reduce_sum_full<96>(x[1])", "blocks of 128, 256, 512 and 1024 threads"},
	{"shfl_block.cuh", "x[0] = shfl::block_reduce_sum(true, x[1])", "blocks of 128, 256, 512 and 1024 threads"},
	{"shfl.cuh", "x[0] = shfl::block_reduce_sum<256>(x[1])",
		"give member, as in block_reduce_sum(member, v), and include shfl_block.cuh"},
	{"shfl.cuh", "n[0] = shfl::reduce_prod(n[1])", "give a mask, as in reduce_prod(mask, v), and include shfl_ops.cuh"},
	{"shfl.cuh shfl_block.cuh", "x[0] = shfl::block_reduce_sum<256>(x[1])", "block_reduce_sum: give member, as in"},
	{"shfl_block.cuh shfl.cuh", "n[0] = shfl::block_reduce_sum<256>(n[1])", "block_reduce_sum: give member, as in"},
}

// kernel is a kernel around a call.
func kernel(headers []string, call string) []byte {
	var b strings.Builder
	for _, name := range headers {
		b.WriteString("#include \"" + name + "\"\n")
	}
	b.WriteString(`struct lane_mask_of_a_user { __device__ operator unsigned() const { return 3u; } };
struct number_of_a_user { __device__ operator float() const { return 3.f; } };
[[maybe_unused]] static __device__ void shfl_twice(int *n) { n[0] *= 2; }
extern "C" __global__ void k(int *n, long *l, unsigned long *u, float *x, double *d)
{
    (void)n, (void)l, (void)u, (void)x, (void)d;
    ` + call + `;
}
`)
	return []byte(b.String())
}

// builder compiles calls by a compiler.
func builder(t *testing.T, by compile.Compiler) func(std, headers, call string) error {
	files := map[string][]byte{}
	for _, name := range append([]string{together}, parts...) {
		src, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		files[name] = src
	}
	return func(std, headers, call string) error {
		files["k.cu"] = kernel(strings.Fields(headers), call)
		_, err := by.Compile(t.Context(), files, "k.cu", compile.Build{Arch: "sm_80", Flags: []string{"-std=" + std}})
		return err
	}
}

// TestCalls: right calls compile, alone and with all headers; an error of a wrong one says how to call, or which header
// to include.
func TestCalls(t *testing.T) {
	clang, err := compile.FindClang()
	if err != nil {
		t.Skip(err)
	}
	by := map[string]compile.Compiler{"clang": clang}
	if nvcc, err := compile.FindNVCC(); err == nil {
		by["nvcc"] = nvcc
	}
	for name, compiler := range by {
		build := builder(t, compiler)
		for _, c := range rightCalls {
			if err := build("c++17", c.headers, c.call); err != nil {
				t.Errorf("%s: %s with %s: %v", name, c.call, c.headers, err)
			}
		}
		var all []string
		for _, c := range rightCalls {
			all = append(all, c.call)
		}
		for _, headers := range []string{strings.Join(parts, " "), together} {
			if err := build("c++20", headers, strings.Join(all, ";\n    ")); err != nil {
				t.Errorf("%s: all calls with %s: %v", name, headers, err)
			}
		}
		for _, c := range wrongCalls {
			if err := build("c++17", c.headers, c.call); err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("%s: %s with %s: error %v, want one with %q", name, c.call, c.headers, err, c.want)
			}
		}
		const want = "this header needs C++17: compile with -std=c++17 or newer"
		if err := build("c++14", "shfl.cuh", rightCalls[0].call); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: C++14: error %v, want %q", name, err, want)
		}
	}
}

// TestTop: every call stands in the first lines of a header, in the index and as a declaration, before any body.
func TestTop(t *testing.T) {
	for _, name := range append([]string{together}, parts...) {
		src, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		top, rest, _ := strings.Cut(string(src), "\n// Code generated by shflgen -pattern ")
		for _, found := range overloaded.FindAllStringSubmatch(rest, -1) {
			called, _, _ := strings.Cut(found[1], "(")
			if !strings.Contains(top, " "+found[1]+";\n") || !regexp.MustCompile(`\n//   `+called+`[(<]`).MatchString(top) {
				t.Errorf("%s: %s is not declared, or not in the index, before the functions", name, found[1])
			}
		}
	}
}
