package rows_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/shflgen/shflgen/gen"
	"github.com/shflgen/shflgen/internal/prover/check"
	"github.com/shflgen/shflgen/internal/prover/compile"
	"github.com/shflgen/shflgen/internal/prover/goread"
	"github.com/shflgen/shflgen/internal/prover/ptx"
	"github.com/shflgen/shflgen/internal/prover/ref"
	"github.com/shflgen/shflgen/spec"
	"github.com/shflgen/shflgen/tests/catalogue"
	"github.com/shflgen/shflgen/tests/extent"
	"github.com/shflgen/shflgen/verify"
)

// rangedSpec is the spec with files that faults are planted in: rows of one and of two rounds, or of none but the
// row's end.
func rangedSpec() spec.Spec {
	s := spec.NewSpec(spec.RowReduce)
	s.Type = spec.Float32
	s.Params = spec.RowParams{Least: 2, Cols: 139}
	return s
}

// rangedSpecs are specs of ranges, of rows that a proof of some seconds reaches.
func rangedSpecs(n int) []spec.Spec {
	all := slices.DeleteFunc(slices.Collect(catalogue.RangedRows()), func(s spec.Spec) bool {
		return s.Cols() > 2100 || s.Cols()-s.Least() > 500 || s.Type == spec.Int8
	})
	return extent.Sample(all, n)
}

// TestRangeReference: the reference's result for a range is its result for each one number of columns.
func TestRangeReference(t *testing.T) {
	for s := range catalogue.RangedRows() {
		for i, n := range []int{s.Least(), s.Least() + 1, (s.Least() + s.Cols()) / 2, s.Cols() - 1, s.Cols()} {
			if s.Cols() > 10_000 {
				break
			}
			in := ref.Sample(rand.New(rand.NewPCG(uint64(i), 1)), s, i)
			cut := spec.Cut(s.Shape(), in)
			cut.Operands[0] = uint64(n)
			row := cut.Elements[:n:n]
			for _, input := range cut.Mapped {
				row = append(row, input[:n]...)
			}
			got, err := ref.Call(s, nil, in)
			want, other := ref.Call(s.OfCols(n), nil, row)
			if err != nil || other != nil || got.Value[0] != want.Value[0] || s.HasLane() &&
				got.Numbers[0][0] != want.Numbers[0][0] {
				t.Errorf("%s of %d columns: %v %v, want %v %v", s.FileName(), n, got.Value[0], err, want.Value[0], other)
			}
		}
	}
}

// proveRanged proves a Go function for some numbers of columns.
func proveRanged(src string, columns ...int) error {
	f, err := goread.Read("rows.go", []byte(src))
	if err != nil {
		return err
	}
	for _, n := range columns {
		p, err := check.Prove(context.Background(), f.OfCols(n), check.Search{})
		if err == nil {
			err = p.Err()
		}
		if err != nil {
			return err
		}
	}
	return nil
}

func TestRangeGo(t *testing.T) {
	extent.OneIn(t, 8, 8)
	for _, s := range rangedSpecs(6) {
		least, most := s.Least(), s.Row().Cols
		if err := proveRanged(emit(t, s, gen.Go), least, least+1, (least+most)/2, most-1, most); err != nil {
			t.Errorf("%s: %v", s.FileName(), err)
		}
	}
}

func TestRangeCUDA(t *testing.T) {
	extent.OneIn(t, 12, 12)
	clang, err := compile.FindClang()
	if err != nil {
		extent.Missing(t, err)
	}
	nvcc, missing := compile.FindNVCC()
	var halves, others []spec.Spec
	for _, s := range rangedSpecs(6) {
		if s.HasLane() { // see TestRangeWinners
			continue
		}
		if s.InType().Half() {
			halves = append(halves, s)
		} else {
			others = append(others, s)
		}
	}
	proveKernels(t, others, clang.PTX)
	if missing == nil {
		proveKernels(t, halves, nvcc.PTX)
	}
}

// TestRangeVerdict: the verdicts say for which numbers of columns they hold.
func TestRangeVerdict(t *testing.T) {
	oneBuild(t)
	s := rangedSpec()
	for path, wants := range map[string][]string{
		"rows.cu": {"every row of any matrix of 2 to 139 columns",
			"of other numbers of columns than 2 to 139 nothing read or written"},
		"rows.go": {"every row of any matrix of 2 to 139 columns, each number by terms"},
	} {
		lang := gen.Go
		if strings.HasSuffix(path, ".cu") {
			lang = gen.CUDA
		}
		report, err := verify.Prove(context.Background(),
			verify.Subject{Path: filepath.Join(t.TempDir(), path), Src: []byte(emit(t, s, lang))},
			verify.Options{Compilers: []string{"clang"}, Arches: []string{"sm_90"}, Levels: []string{"O2"}})
		if err != nil || report.Verdict != verify.Proved {
			t.Fatalf("%v: %s", err, report)
		}
		for _, want := range wants {
			if !strings.Contains(report.String(), want) {
				t.Errorf("%s: want %q", report, want)
			}
		}
	}
}

func TestRangeGoFaults(t *testing.T) {
	src := emit(t, rangedSpec(), gen.Go)
	for _, f := range []fault{
		{"one column less than the least", "cols < 2", "cols < 1", "want the ends of -cols 2..139"},
		{"one column more than the most", "cols > 139", "cols > 140", "want the ends of -cols 2..139"},
		{"no panic", "panic(\"RowReduceSumFloat32C2to139: cols is not one of 2 to 139\")", "cols = 2",
			"want the ends of -cols 2..139"},
		{"another number of columns", "r*pitch+cols : len(in)", "r*pitch+pitch : len(in)", "want for r := range out"},
		{"one column more", "r*pitch+cols : len(in)", "r*pitch+cols+1 : len(in)", "want for r := range out"},
		{"past the slice", "r*pitch+cols : len(in)", "r*pitch+cols : cap(in)", "want for r := range out"},
		{"no end", " : len(in)]", "]", "want for r := range out"},
		{"parts of no row", "(131071 + cols) / cols", "(131071 - cols) / cols", "here MORE + cols"},
		{"parts by the pitch", "(131071 + cols) / cols", "(131071 + pitch) / pitch", "here cols"},
		{"few rows by the pitch", "len(out) < 2*least", "len(out) < 2*pitch", "here a constant, or one times least"},
		{"a column of the end left out", "k+1 < len(x)", "k+2 < len(x)", "refuted"},
		{"a column past the row's end", "k+1 < len(x)", "k < len(x)", "index"},
		{"the end of a row of one round", "rest > 2 {\n\t\t\ta2 = x", "rest > 3 {\n\t\t\ta2 = x", "refuted"},
		{"what is not there taken in", "rest > 1 {\n\t\t\ta0 =", "rest > 0 {\n\t\t\ta0 =", "refuted"},
		{"a group too few", "min(128, len(x))-8", "min(120, len(x))-8", "refuted"},
		{"a group of the next round", "k := j + 128", "k := j + 120", "refuted"},
	} {
		f.check(t, proveRanged(f.plant(t, src), 2, 9, 11, 127, 128, 129, 130, 137, 139))
	}
}

func TestRangeCUDAFaults(t *testing.T) {
	toPTX := oneBuild(t)
	s := rangedSpec()
	src := emit(t, s, gen.CUDA)
	for _, f := range extent.Faults(t, []fault{
		{"one column less than the least", "cols < 2u", "cols < 1u", "of a number of columns that is not 2 to 139"},
		{"one column more than the most", "cols > 139u", "cols > 140u", "outside global memory of in"},
		{"a number out of the range", "cols > 139u", "cols > 0x80000000u", ""},
		{"not the least", "cols < 2u", "cols < 3u", "no thread stores the result"},
		{"not the most", "cols > 139u", "cols > 138u", "no thread stores the result"},
		{"a vector that ends one column past the row", "own0 + 4u <= cols", "own0 + 3u <= cols",
			"of a row of in that may end before it"},
		{"a vector of the second round that is always loaded", "if (own0 + 132u <= cols) x1 = ", "x1 = ",
			"outside global memory of in"},
		{"an unaligned vector that is always loaded", "if (own0 + 4u <= cols) x0 = row", "x0 = row", ""},
		{"a whole vector left out", "own0 + 4u <= cols", "own0 + 4u < cols", "the row's result"},
		{"a vector of the second round left out", "own0 + 132u <= cols", "own0 + 132u < cols", "the row's result"},
		{"+0 past the row's end", "none.x = 0x80000000u", "none.x = 0u", "the row's result"},
		{"a column of the end left out", "cols % 4u > 0u", "cols % 4u > 1u", "the row's result"},
		{"a column after the end", "cols % 4u > 2u", "cols % 4u > 1u", "of a row of in that may end before it"},
		{"the end in another thread", "thread == cols / 4u % 32u", "thread == cols / 4u % 16u", ""},
		{"the end of the first round in the second", "if (cols / 128u == 1u)", "if (cols / 128u == 0u)", ""},
		{"the end in another accumulator", "a1 = row_reduce_sum_float32_c2to139_op(a1, from0[1])",
			"a2 = row_reduce_sum_float32_c2to139_op(a2, from0[1])", "the row's result"},
		{"the pitch for the number of columns", "in + row * pitch, cols,", "in + row * pitch, (unsigned)pitch,", ""},
		{"a store by the number of columns", "out[row] = result", "out[cols == 5u ? row + 1 : row] = result", ""},
	}, 12) {
		code, err := toPTX(t, s, f.plant(t, src))
		if err != nil {
			t.Errorf("%s: %v", f.what, err)
			continue
		}
		_, err = ptx.Prove(s, "rows", code)
		f.check(t, err)
	}
}

// TestRangeGuardOfOtherRow: what another row decides whether to read, the row has.
func TestRangeGuardOfOtherRow(t *testing.T) {
	toPTX := oneBuild(t)
	s := spec.NewSpec(spec.RowReduce)
	s.Type = spec.Int32
	s.Params = spec.RowParams{Least: 3, Cols: 8} // two threads a row
	src := emit(t, s, gen.CUDA)
	for column, says := range map[int]string{2: "", 7: "of a row of in that may end before it"} {
		const result = "    int result ="
		read := fmt.Sprintf(`    int next = __shfl_xor_sync(0xffffffffu, in[row * pitch], 2);
    asm volatile("{ .reg .pred p; .reg .b32 t; setp.eq.s32 p, %%0, 5; @p ld.global.u32 t, [%%1]; }" : : "r"(next), "l"(in + row * pitch + %d) : "memory");
`, column)
		code, err := toPTX(t, s, strings.Replace(src, result, read+result, 1))
		if err != nil {
			t.Fatal(err)
		}
		if _, err = ptx.Prove(s, "rows", code); (err == nil) != (says == "") || err != nil &&
			!strings.Contains(err.Error(), says) {
			t.Errorf("column %d: %v, want %q", column, err, says)
		}
	}
}
