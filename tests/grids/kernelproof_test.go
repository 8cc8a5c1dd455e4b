package grids

import (
	"context"
	"strings"
	"testing"

	"github.com/shflgen/shflgen"
	"github.com/shflgen/shflgen/gen"
	"github.com/shflgen/shflgen/internal/prover/check"
	"github.com/shflgen/shflgen/internal/prover/compile"
	"github.com/shflgen/shflgen/internal/prover/ptx"
	"github.com/shflgen/shflgen/tests/extent"
)

// proveKernel is the proof of a kernel on arrays of some lengths, as the one block of its grid. The text
// is what is wrong, at the first length that shows it.
func proveKernel(t testing.TB, s shflgen.Spec, src string, lengths []int) string {
	t.Helper()
	clang, err := compile.FindClang()
	if err != nil {
		extent.Missing(t, err)
	}
	code, err := clang.One(s, []byte(src), "sm_90")
	if err != nil {
		t.Fatal(err)
	}
	f, err := ptx.Read("array.ptx", code)
	if err != nil {
		return err.Error()
	}
	for _, n := range lengths {
		subject, err := f.Array(s, "", n)
		if err != nil {
			return err.Error()
		}
		p, err := check.Prove(context.Background(), subject, check.Search{})
		if err == nil {
			err = p.Err()
		}
		if err != nil {
			return err.Error()
		}
	}
	return ""
}

// aboutChunks are lengths of one chunk about which the kernel does something else.
func aboutChunks(s shflgen.Spec) []int {
	p := s.GridOrder().Accumulators()
	return []int{1, 3, 4, 5, 31, 127, p - 1, p, p + 1, 7*p + 2, 8*p - 1, 8 * p, 8*p + 3, 9*p + 4, 16*p - 1, 16 * p}
}

// TestKernel proves kernels on arrays of one chunk by terms, wherever they start.
func TestKernel(t *testing.T) {
	for _, name := range []string{"float32", "float64"} {
		s := sumOf(t, name)
		if wrong := proveKernel(t, s, emit(t, s, gen.CUDA), aboutChunks(s)); wrong != "" {
			t.Errorf("%s: %s", name, wrong)
		}
	}
	s := sumOf(t, "float32")
	s.Type = shflgen.Int32
	if wrong := proveKernel(t, s, emit(t, s, gen.CUDA), aboutChunks(s)[:9]); wrong != "" {
		t.Errorf("int32: %s", wrong)
	}
}

// TestKernelFaults: each is named or shown by a call. A trap stands where the kernel speaks to other blocks.
func TestKernelFaults(t *testing.T) {
	s := sumOf(t, "float32")
	src := emit(t, s, gen.CUDA)
	for _, f := range extent.Sample([]fault{
		{"alignment is not asked", "((unsigned long long)chunk & 15u) == 0u", "true", "are not aligned"},
		{"half of the alignment", "chunk & 15u", "chunk & 7u", "are not aligned"},
		{"an element twice", "x1 = vectors[256]", "x1 = vectors[0]", "length   8192"},
		{"a step too long", "from += 8192", "from += 8193", "outside global memory of in"},
		{"a round more is done", "rounds -= 8u", "rounds -= 9u", "outside global memory of in"},
		{"the last whole round left out", "rounds >= 8u", "rounds > 8u", "length   8192"},
		{"the last vector left out", "own + 4u <= rest", "own + 4u < rest", "length   4"},
		{"a vector past the end", "own + 4u <= rest", "own <= rest", "outside global memory of in"},
		{"the last element left out", "own + 0u < rest", "own + 1u < rest", "length   1"},
		{"another identity", "none.x = 0x80000000u", "none.x = 0u", "expected 0x80000000"},
		{"another tree", "op(a0, a1)", "op(a0, a2)", "length   3"},
		{"accumulators that are reset", "a0 = grid_reduce_sum_float32_op(a0, __uint_as_float(x0.x))", "a0 = __uint_as_float(x0.x)", "length   16384"},
		{"all threads store the result", "threadIdx.x == 0u && chunks == 1u", "chunks == 1u", "stores an element of out that is stored already"},
		{"another thread stores the result", "threadIdx.x == 0u && chunks == 1u", "threadIdx.x == 1u && chunks == 1u", "length   1"},
		{"no thread stores the result", "threadIdx.x == 0u && chunks == 1u", "threadIdx.x == 256u && chunks == 1u", "no thread stores the result"},
		{"another cut", "all <= 16u", "all <= 15u", "trap"},
		{"a round too many is counted", "n + 1023u", "n + 1024u", "trap"},
		{"the last element of a chunk left out", "chunks == 1u ? n - first", "chunks == 1u ? n - first - 1u", "length   1"},
		{"an element past the end", "count, threadIdx.x)", "count + 1u, threadIdx.x)", "outside global memory of in"},
		{"elements of another place", "in + first", "in + first + 1", "outside global memory of in"},
		{"a chunk too many", "chunk < chunks", "chunk <= chunks", "outside global memory of in"},
		{"no barrier", "__syncthreads();", "", "race"},
		{"the block waits for others", "last = chunks > 1u", "last = chunks >= 1u", "trap"},
		{"elements of other threads", "chunk + 4u * thread", "chunk + 4u * (thread ^ 1u)", "outside global memory of in"},
		{"the workspace is cleared", "unsigned before = 0u;", "unsigned before = 0u;\n    if (threadIdx.x == 0u) workspace[0] = 0ull;", "the one block of a grid uses the workspace"},
		{"the input is written", "unsigned before = 0u;", "unsigned before = 0u;\n    if (threadIdx.x == 0u) const_cast<float *>(in)[0] = 0.f;", "writes to an input"},
	}, 3) {
		if said := proveKernel(t, s, planted(t, src, "", f), aboutChunks(s)); !strings.Contains(said, f.says) || said == "" {
			t.Errorf("%s: %q, want %q", f.name, said, f.says)
		}
	}
}
