package grids

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/shflgen/shflgen/gen"
	"github.com/shflgen/shflgen/internal/prover/check"
	"github.com/shflgen/shflgen/internal/prover/ptx"
	"github.com/shflgen/shflgen/spec"
	"github.com/shflgen/shflgen/tests/catalogue"
	"github.com/shflgen/shflgen/tests/extent"
)

// TestColumns: the Go of each op, type and map is proved for every number of rows and columns.
func TestColumns(t *testing.T) {
	all := slices.Concat(slices.Collect(catalogue.ColReductions()), slices.Collect(catalogue.MappedColReductions()))
	for _, s := range extent.Drawn(t, all, 48, 48) {
		said := proveGo(t, emit(t, s, gen.Go))
		if !strings.Contains(said, "proved") || !strings.Contains(said, "of any number of columns") ||
			!strings.Contains(said, "every other one up to 2^40") {
			t.Errorf("%s: %s", s.FileName(), said)
		}
	}
}

// sumOfNormed is the gradient of a norm's weight.
func sumOfNormed(t *testing.T) spec.Spec {
	s := sumBy(t, spec.ColReduce, "float32")
	s.Map = spec.KnownMap(spec.NormedProduct)
	return s
}

// form is said of what has another one.
const form = "in the form of an emitted one"

// TestNormedColumnFaults: what takes a value of another row, or an element of another matrix, is not proved.
func TestNormedColumnFaults(t *testing.T) {
	const of = "ColReduceSumNormedProductFloat32"
	found(t, emit(t, sumOfNormed(t), gen.Go), map[string][]fault{
		"func " + of + "(": {
			{"another matrix", "rowB := b[", "rowB := a[", form},
			{"another place of the second matrix", "columnsB[i*rows+r]", "columnsB[i*rows]", form},
			{"the columns of the other matrix", "columnsB[i*rows:", "columns[i*rows:", form},
			{"values of other rows", "mean, scale)\n", "mean[1:], scale)\n", form},
			{"values of rows changed round", "mean, scale)\n", "scale, mean)\n", form},
			{"fewer values than rows", "rows != len(scale)", "rows > len(scale)", form},
			{"another matrix of any length", "rows*len(out) != len(b)", "false", form},
		},
		"func c" + of[1:] + "LoadFew(": {
			{"no mean", "(y[0]-z[0])*w[0]", "y[0]*w[0]", "length   1"},
			{"mean and scale changed round", "(y[0]-z[0])*w[0]", "(y[0]-w[0])*z[0]", "length   1"},
			{"the mean of another row", "y[1]-z[1]", "y[1]-z[0]", "length   2"},
			{"a product that is not rounded", "float32(x[0] * float32((y[0]-z[0])*w[0]))",
				"x[0] * float32((y[0]-z[0])*w[0])", ""},
		},
		"func c" + of[1:] + "Long(": {{"the mean of another row", "z[j]", "z[0]", ""}},
	})
}

// TestColumnFaults: what takes elements of other columns, or leaves some out, has another form.
func TestColumnFaults(t *testing.T) {
	found(t, emit(t, sumBy(t, spec.ColReduce, "float32"), gen.Go), map[string][]fault{
		"func ColReduceSumFloat32(": {
			{"the next column", "in[r*len(out)+c:]", "in[r*len(out)+c+1:]", form},
			{"rows of another length", "in[r*len(out)+c:]", "in[r*rows+c:]", form},
			{"the last row left out", "r < rows;", "r < rows-1;", form},
			{"columns changed round", "out[c+i] =", "out[c+n-1-i] =", form},
			{"a column of another number", "columns[i*rows : (i+1)*rows]", "columns[0:rows]", form},
			{"a part of the columns", "c < to; c += some", "c < to; c += some + 1", form},
			{"a matrix with a part of a row", "rows*len(out) != len(in)", "false", form},
			{"no more columns than some", "n := min(some, to-c)", "n := min(some, 7)", form},
			{"the caller's matrix", "columns[i*rows+r] = row[i]", "columns[i*rows+r], row[i] = row[i], 0", ""},
			{"a column that many share", "some := min(len(out), 16)", "some := max(len(out), 16)", form},
		},
		"func colReduceSumFloat32Column(": {
			{"another identity", "0x80000000", "0x0", "length   0"},
			{"one element is none", "return in[0]", "return 0", "length   1"},
		},
		"func colReduceSumFloat32Many(": {
			{"chunks of other rows", "max(4, min(16,", "max(4, min(8,", ""},
			{"more chunks", "8*round-1", "9*round-1", ""},
			{"the last chunk left out", "(len(in) + size - 1) / size", "len(in) / size", ""},
		},
	})
}

// found plants faults in Go. None may be proved.
func found(t *testing.T, src string, all map[string][]fault) {
	t.Helper()
	for after, faults := range all {
		for _, f := range faults {
			said := proveGo(t, planted(t, src, after, f))
			if strings.Contains(said, ": proved") || !strings.Contains(said, f.says) {
				t.Errorf("%s: %s, want %q", f.name, said, f.says)
			}
		}
	}
}

// columnClaim is a block of a kernel of columns under proof: a chunk of a column, or the tree by the block that ends
// last.
type columnClaim struct {
	rows, cols, column, chunk int
	tree                      bool
}

// columnsOf is what is wrong with a kernel of columns, by some claims.
func columnsOf(t testing.TB, src string, s spec.Spec) string {
	t.Helper()
	file, err := ptx.Read("k.ptx", kernelOf(t, s, src))
	if err != nil {
		t.Fatal(err)
	}
	k, err := file.Columns(s, "")
	if err != nil {
		return err.Error()
	}
	if err := k.Idle(ptx.Matrix{Rows: 300, Cols: 5}); err != nil {
		return err.Error()
	}
	for _, c := range []columnClaim{{157, 132, 4, 0, false}, {157, 132, 1, 0, false}, {157, 132, 130, 0, false},
		{157, 132, 3, 0, false}, {157, 65, 64, 0, false}, {71, 132, 0, 0, false}, {157, 130, 100, 0, false},
		{300, 130, 129, 1, false}, {2100, 3, 2, 1, false}, {300, 5, 4, 0, true}, {1100, 3, 1, 4, true}} {
		of := k.Chunk
		if c.tree {
			of = k.Tree
		}
		subject, err := of(ptx.Matrix{Rows: c.rows, Cols: c.cols}, c.column, c.chunk)
		if err != nil {
			t.Fatal(err)
		}
		p, err := check.Prove(context.Background(), subject, check.Search{AfterFault: 2})
		switch {
		case err != nil:
			return err.Error()
		case p.Verdict != check.Proved:
			return fmt.Sprint(p.Verdict, " ", p.Differs, p.Counterexample, c)
		}
	}
	return ""
}

// TestColumnKernels: kernels of several types are right in blocks of all kinds.
func TestColumnKernels(t *testing.T) {
	for _, args := range extent.Drawn(t, []string{"-type float32", "-type float32 -in bfloat16", "-type float64 -op min",
		"-type int32 -op max", "-type int8", "-type float16", "-type float32 -map normed-product",
		"-type float32 -in float16 -map scaled-product", "-type int16 -map square"}, 20, 20) {
		s, err := spec.ParseArgs(strings.Fields("-pattern col-reduce " + args))
		if err != nil {
			t.Fatal(err)
		}
		if wrong := columnsOf(t, emit(t, s, gen.CUDA), s); wrong != "" {
			t.Errorf("%s: %s", args, wrong)
		}
	}
}

// TestNormedKernelFaults: each is found.
func TestNormedKernelFaults(t *testing.T) {
	s := sumOfNormed(t)
	const of = "col_reduce_sum_normed_product_float32"
	kernelFaults(t, s, []placed{
		{"_rows(", fault{"a row of another matrix", "(b_from + cols * 2ull)", "(a_from + cols * 2ull)", ""}},
		{"_rows(", fault{"another row of the second matrix", "(b_from + cols * 2ull)", "(b_from + cols * 3ull)", ""}},
		{"_rows(", fault{"the mean of another row", "*(mean_from + 2)", "*(mean_from + 1)", ""}},
		{"_rows(", fault{"the mean of rows before", "mean_from += 64", "mean_from += 0", ""}},
		{"_rows(", fault{"scales in the place of means", "*(mean_from + 2)", "*(scale_from + 2)", ""}},
		{"_rows(", fault{"a row that is not there", "count > 5ll", "count >= 5ll", ""}},
		{"_rows(", fault{"another column", "__uint_as_float(y0.x)", "__uint_as_float(y0.y)", ""}},
		{"_map(", fault{"no mean", of + "_map_sub(b, mean)", "b", ""}},
		{"(const float", fault{"values of other rows", "scale + (first + begin)", "scale + first", ""}},
		{"(const float", fault{"one matrix that is aligned", "(unsigned long long)a | (unsigned long long)b",
			"(unsigned long long)a", ""}},
	})
}

// TestColumnKernelFaults: each is found.
func TestColumnKernelFaults(t *testing.T) {
	const kernel = "void __launch_bounds__(256) col_reduce_sum_float32("
	kernelFaults(t, sumBy(t, spec.ColReduce, "float32"), []placed{
		{"_rows(", fault{"the row of another accumulator", "a0_3, __uint_as_float(x3.x)", "a0_3, __uint_as_float(x4.x)", ""}},
		{"_rows(", fault{"another column", "a0_0, __uint_as_float(x0.x)", "a0_0, __uint_as_float(x0.y)", ""}},
		{"_rows(", fault{"the next rows", "from += cols * 64ull", "from += cols * 63ull", ""}},
		{"_rows(", fault{"a column left out", "left > 64ull ? row0[64]", "left > 65ull ? row0[64]", ""}},
		{"_results(", fault{"another chunk", "slots + 128", "slots + 256", ""}},
		{"_results(", fault{"chunks that are not there", "count > 5", "count > 4", ""}},
		{kernel, fault{"a chunk that is shorter", "rounds * 64ull", "rounds * 63ull", ""}},
		{kernel, fault{"other chunks", "rounds < 16ull", "rounds < 2ull", ""}},
		{kernel, fault{"no barrier before the count", "__shared__ bool last;\n    __syncthreads();", "__shared__ bool last;",
			""}},
		{kernel, fault{"no fence before the count", "asm volatile(\"fence.acq_rel.gpu;\" : : : \"memory\");", "",
			""}},
		{"_begin(record);", fault{"no fence after the count", "asm volatile(\"fence.acq_rel.gpu;\" : : : \"memory\");",
			"", ""}},
		{kernel, fault{"a fence of the block alone", "fence.acq_rel.gpu", "fence.acq_rel.cta", ""}},
		{kernel, fault{"the count stays", "col_reduce_sum_float32_reset(record);", "", ""}},
		{kernel, fault{"another block goes on", "last = before == chunks - 1u", "last = before == 0u", ""}},
		{kernel, fault{"the slot of another chunk", "record + 16 + chunk * 128u + threadIdx.x",
			"record + 16 + threadIdx.x", ""}},
		{kernel, fault{"a result past the columns", "chunks == 1u && column + threadIdx.x < cols", "chunks == 1u", ""}},
		{kernel, fault{"a block that has no chunk", "chunk >= chunks", "chunk > chunks", ""}},
		{kernel, fault{"the record of another tile", "tile * 8208ull", "tile * 8200ull", ""}},
	})
}

// placed is a fault after a text.
type placed struct {
	after string
	fault
}

// kernelFaults plants some of the faults in a kernel. Each is found.
func kernelFaults(t *testing.T, s spec.Spec, all []placed) {
	t.Helper()
	src := emit(t, s, gen.CUDA)
	for _, f := range extent.Faults(t, all, 24) {
		said := columnsOf(t, planted(t, src, f.after, f.fault), s)
		if said == "" || !strings.Contains(said, f.says) {
			t.Errorf("%s: %q, want %q", f.name, said, f.says)
		}
	}
}
