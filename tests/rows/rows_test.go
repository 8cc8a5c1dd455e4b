package rows_test

import (
	"context"
	"slices"
	"strings"
	"testing"

	"github.com/shflgen/shflgen/gen"
	"github.com/shflgen/shflgen/internal/prover/check"
	"github.com/shflgen/shflgen/internal/prover/compile"
	"github.com/shflgen/shflgen/internal/prover/goread"
	"github.com/shflgen/shflgen/internal/prover/ptx"
	"github.com/shflgen/shflgen/spec"
	"github.com/shflgen/shflgen/tests/catalogue"
	"github.com/shflgen/shflgen/tests/extent"
	"github.com/shflgen/shflgen/tests/kernels"
	"github.com/shflgen/shflgen/verify"
)

// usualCols bounds the rows of a usual run: a quick run of the whole catalogue is one of minutes.
const usualCols = 5000

// fullCols bounds the rows of a full run: PTX of longer ones has offsets that its reader refuses.
const fullCols = 50257

// specs are those of the catalogue that are proved: one of so many in a usual and in a full run.
func specs(t *testing.T, usual, full int) []spec.Spec {
	var all []spec.Spec
	for _, s := range slices.AppendSeq(slices.Collect(catalogue.Rows()), catalogue.MappedRows()) {
		if !s.HasLane() && s.Cols() <= extent.Pick(usualCols, fullCols) {
			all = append(all, s)
		}
	}
	return extent.Drawn(t, all, usual, full)
}

// emit is the file of a spec in a language.
func emit(t testing.TB, s spec.Spec, lang gen.Lang) string {
	t.Helper()
	files, err := gen.Generate(s, gen.Options{Langs: []gen.Lang{lang}, Package: "shfl"})
	if err != nil {
		t.Fatal(err)
	}
	for _, text := range files {
		return string(text)
	}
	panic("no file")
}

// proveGo is the proof of a Go file.
func proveGo(src string) error {
	f, err := goread.Read("rows.go", []byte(src))
	if err != nil {
		return err
	}
	p, err := check.Prove(context.Background(), f.Subject(), check.Search{})
	if err != nil {
		return err
	}
	return p.Err()
}

func TestGo(t *testing.T) {
	for _, s := range extent.Few(specs(t, 6, 4), 5) {
		if err := proveGo(emit(t, s, gen.Go)); err != nil {
			t.Errorf("%s: %v", s.FileName(), err)
		}
	}
}

// oneBuild compiles for one architecture: clang where it can, else nvcc, which alone has the headers
// of the half types.
func oneBuild(t testing.TB) func(t testing.TB, s spec.Spec, src string) ([]byte, error) {
	t.Helper()
	clang, err := compile.FindClang()
	if err != nil {
		extent.Missing(t, err)
	}
	nvcc, missing := compile.FindNVCC()
	return func(t testing.TB, s spec.Spec, src string) ([]byte, error) {
		t.Helper()
		if !s.InType().Half() {
			return clang.One(s, []byte(src), "sm_90")
		}
		if missing != nil {
			t.Skip(missing)
		}
		return nvcc.One(s, []byte(src), "sm_90")
	}
}

// together is the number of kernels in one compiler run.
const together = 60

// TestCUDA proves kernels, which clang and, of half types, nvcc compile many in one run.
func TestCUDA(t *testing.T) {
	clang, err := compile.FindClang()
	if err != nil {
		extent.Missing(t, err)
	}
	var halves, others []spec.Spec
	for _, s := range specs(t, 24, 8) {
		if s.InType().Half() {
			halves = append(halves, s)
		} else {
			others = append(others, s)
		}
	}
	t.Run("clang", func(t *testing.T) { proveKernels(t, others, clang.PTX) })
	t.Run("nvcc", func(t *testing.T) {
		nvcc, err := compile.FindNVCC()
		if err != nil {
			t.Skip(err)
		}
		proveKernels(t, halves, nvcc.PTX)
	})
}

func proveKernels(t *testing.T, specs []spec.Spec, toPTX func(src []byte, arch string) ([]byte, error)) {
	for some := range slices.Chunk(specs, together) {
		var src []byte
		for _, s := range some {
			src = append(src, emit(t, s, gen.CUDA)...)
		}
		code, err := toPTX(src, "sm_90")
		if err != nil {
			t.Fatalf("%.4000s", err)
		}
		texts, err := kernels.Split(code)
		if err != nil {
			t.Fatal(err)
		}
		for _, s := range some {
			t.Run(s.FileName(), func(t *testing.T) {
				if _, err := ptx.Prove(s, s.FileName(), texts[s.FileName()]); err != nil {
					t.Error(err)
				}
			})
		}
	}
}

// TestVerdict: the verdict on a kernel says for which launches it holds.
func TestVerdict(t *testing.T) {
	oneBuild(t)
	s := faultySpec()
	report, err := verify.Prove(context.Background(), verify.Subject{Path: "rows.cu", Src: []byte(emit(t, s, gen.CUDA))},
		verify.Options{Compilers: []string{"clang"}, Arches: []string{"sm_90"}, Levels: []string{"O0"}})
	if err != nil || report.Verdict != verify.Proved {
		t.Fatalf("%v: %s", err, report)
	}
	for _, want := range []string{
		"all inputs, every row of any matrix", "launched by blocks of 256×1×1 threads, one for each 8 rows",
		"any pitch, alignment and number of rows", "each result stored exactly once", "in and out do not overlap",
	} {
		if !strings.Contains(report.String(), want) {
			t.Errorf("%s: want %q", report, want)
		}
	}
}

// TestOwnVerdict: no header says how a kernel of one's own is launched, so the verdict's limits do.
func TestOwnVerdict(t *testing.T) {
	oneBuild(t)
	s := faultySpec()
	_, src, _ := strings.Cut(emit(t, s, gen.CUDA), "\n")
	report, err := verify.Prove(context.Background(), verify.Subject{Path: "rows.cu", Src: []byte(src)},
		verify.Options{Spec: &s, Compilers: []string{"clang"}, Arches: []string{"sm_90"}, Levels: []string{"O0"}})
	if err != nil || report.Verdict != verify.Proved {
		t.Fatalf("%v: %s", err, report)
	}
	for _, want := range []string{"launched by blocks of 256×1×1 threads, one for each 8 rows", ptx.OneDimension,
		"in and out do not overlap"} {
		if !slices.Contains(report.Limits, want) || slices.Contains(report.Notes, want) {
			t.Errorf("%q: limits %q and notes %q, want it in the limits", want, report.Limits, report.Notes)
		}
	}
}

// fault is a text of an emitted file replaced by another, and a part of what is said of it.
type fault struct{ what, from, to, says string }

func (f fault) plant(t *testing.T, src string) string {
	t.Helper()
	if !strings.Contains(src, f.from) {
		t.Fatalf("%s: no %q in\n%s", f.what, f.from, src)
	}
	return strings.Replace(src, f.from, f.to, 1)
}

func (f fault) check(t *testing.T, err error) {
	t.Helper()
	if err == nil {
		t.Errorf("%s: proved", f.what)
	} else if !strings.Contains(err.Error(), f.says) {
		t.Errorf("%s: %v, want %q", f.what, err, f.says)
	}
}

// faultySpec is the spec with files that faults are planted in: of two rounds, the second with
// three columns.
func faultySpec() spec.Spec {
	s := spec.NewSpec(spec.RowReduce)
	s.Type = spec.Float32
	s.Params = spec.RowParams{Cols: 139}
	return s
}

func TestGoFaults(t *testing.T) {
	src := emit(t, faultySpec(), gen.Go)
	for _, f := range []fault{
		{"another operand", "a2 = a2 + a3", "a2 = a2 + a4", "refuted"},
		{"another order", "a0 = a0 + a2", "a0 = a2 + a4", "refuted"},
		{"an accumulator twice", "a1 = a1 + c[1]", "a1 = a1 + c[1] + c[1]", "refuted"},
		{"a column left out", "a7 = a7 + c[7]", "a7 = a7", "refuted"},
		{"columns that overlap", "x[j:]", "x[j/2:]", "refuted"},
		{"fewer groups", "j < 128", "j < 120", "refuted"},
		{"more groups than there are", "j < 128", "j < 136", "index 16 of 16 elements"},
		{"a group past the row's end", "x[j:]", "x[j+8:]", "refuted"},
		{"columns past the row's end", "x[j:]", "x[j+16:]", "8 elements of a slice of 3"},
		{"no last columns", "k < 139", "k < 136", "refuted"},
		{"the next row", "in[r*pitch:]", "in[r*pitch+1:]", "want for r := range out"},
		{"the pitch ignored", "in[r*pitch:]", "in[r*139:]", "want for r := range out"},
		{"the pitch squared", "in[r*pitch:]", "in[pitch*pitch:]", "want for r := range out"},
		{"another result", "out[r] =", "out[pitch] =", "want for r := range out"},
		{"more than the row is set", "out[r] = rowR", "out[0] = 0\n\t\tout[r] = rowR", "want for r := range out"},
		{"a round more", "range out", "range in", "want for r := range out"},
		{"parts of other rows", "Parts(len(out)", "Parts(len(in)", "here out"},
		{"the row after a part", "r < to", "r <= to", "here r < to"},
		{"not the first row of a part", "r := from", "r := from + 1", "here from"},
		{"bounds turned", "func(from, to int) {\n\t\tfor", "func(to, from int) {\n\t\tfor", "from: want for r := range out"},
		{"every other row of a part", "r++", "r += 2", "here r++"},
		{"parts of no row", "943, func", "0, func", "at least 1"},
		{"a loop over few rows of many", "len(out) < 1886", "len(out) > 1886", "here len(out) < FEW"},
		{"a bound by the data", "len(out) < 1886", "len(out) < pitch", "here a constant"},
		{"few rows, then by parts", "\t\treturn\n\t}", "\t\tpitch = 0\n\t}", "here return"},
		{"a part computes something else", "Row((*[139]float32)(in[r*pitch:]))\n\t\t}\n\t})\n}\n",
			"RowFirst((*[139]float32)(in[r*pitch:]))\n\t\t}\n\t})\n}\n\n" +
				"func rowReduceSumFloat32C139RowFirst(x *[139]float32) float32 { return x[0] }\n",
			"here rowReduceSumFloat32C139Row"},
		{"parts that are not waited for", "\tall.Wait()\n", "", "helpers with the text of an axiom"},
		{"a part that is called twice", "\t\t\tpart(", "\t\t\tpart(0, n)\n\t\t\tpart(", "helpers with the text of an axiom"},
		{"another package's number of processors", "\t\"runtime\"\n", "\truntime \"math\"\n", "GOMAXPROCS"},
		{"parts within a row", "var t ", "rowReduceSumFloat32C139Parts(1, 1, func(from, to int) {})\n\tvar t ",
			"want it as the last statement"},
		{"a row of another length", "(*[139]float32)(in", "(*[140]float32)(in", ""},
		{"the input set", "var t ", "x[0] = 0\n\tvar t ", "assignment to an element of in"},
		{"a result that was there", "return t[0]", "return t[1]", "refuted"},
	} {
		f.check(t, proveGo(f.plant(t, src)))
	}
	for _, right := range []string{src, strings.ReplaceAll(src, "C139Row(", "C139ROW(")} {
		if err := proveGo(right); err != nil {
			t.Error(err)
		}
	}
}

func TestCUDAFaults(t *testing.T) {
	toPTX := oneBuild(t)
	s := faultySpec()
	src := emit(t, s, gen.CUDA)
	for _, f := range []fault{
		{"one past the row's end", "thread < 2u", "thread < 3u", "outside global memory of in"},
		{"columns left out", "thread < 2u", "thread < 1u", "the row's result"},
		{"the guard off by one", "row >= rows", "row > rows", ""},
		{"no guard", "row >= rows", "row >= rows + 1000", ""},
		{"the pitch ignored", "row * pitch", "row * (pitch - pitch + 139)", "is no place in a row of the block"},
		{"the pitch and one", "row * pitch", "row * (pitch + 1)", "is no place in a row of the block"},
		{"the column after", "in + row * pitch", "in + 1 + row * pitch", "outside global memory of in"},
		{"every lane stores", "if (threadIdx.x % 32u == 0u)", "if (threadIdx.x % 32u <= 31u)", "stored already"},
		{"another lane stores too", "threadIdx.x % 32u == 0u)", "threadIdx.x % 16u == 0u)", "stored already"},
		{"the row in 32 bits", "(long long)blockIdx.x * 8", "(long long)(blockIdx.x * 8)", "may wrap around"},
		{"another row's result", "out[row]", "out[row ^ 1]", ""},
		{"rows of another block size", "blockIdx.x * 8", "blockIdx.x * 9", ""},
		{"the accumulators of a thread in another order", "_op(a0, a1)", "_op(a0, a2)", "the row's result"},
		{"a lane's share twice", "0xffffffffu, v, 1)", "0xffffffffu, v, 2)", "the row's result"},
		{"the result of the next row, by the elements", "out[row] = result;",
			"out[row] = result;\n    if (threadIdx.x % 32u != 0u || threadIdx.x >= 224u)\n        return;\n" +
				"    float *next = out + row + 1;\n    if (result != 5.f)\n        return;\n    *next = 0.f;",
			"work on row 1 of the block"},
		{"+0 for what is not there", "x1.x = 0x80000000u", "x1.x = 0u", "the row's result"},
	} {
		code, err := toPTX(t, s, f.plant(t, src))
		if err != nil {
			t.Errorf("%s: %v", f.what, err)
			continue
		}
		_, err = ptx.Prove(s, "rows", code)
		f.check(t, err)
	}
}
