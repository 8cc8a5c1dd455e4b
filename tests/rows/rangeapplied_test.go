package rows_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/shflgen/shflgen/gen"
	"github.com/shflgen/shflgen/internal/prover/compile"
	"github.com/shflgen/shflgen/internal/prover/ptx"
	"github.com/shflgen/shflgen/internal/prover/ref"
	"github.com/shflgen/shflgen/spec"
	"github.com/shflgen/shflgen/tests/catalogue"
	"github.com/shflgen/shflgen/tests/extent"
)

// Functions that are applied to rows of a range of columns.

// rangedApplied is a function of a range of float32 in memory.
func rangedApplied(f spec.Applied, least, most int) spec.Spec {
	return appliedSpec(f, most, spec.AsType).OfRange(least, most)
}

// shortRanges are the specs of such ranges that a proof of some seconds reaches.
func shortRanges() []spec.Spec {
	return slices.DeleteFunc(slices.Collect(catalogue.RangedApplied()), func(s spec.Spec) bool { return s.Cols() > 40 })
}

// TestRangeAppliedReference: the reference's results for a range are those for each one number of columns, and nothing
// is said of further columns.
func TestRangeAppliedReference(t *testing.T) {
	for _, s := range shortRanges() {
		sh := s.Shape()
		for i, n := range []int{s.Least(), s.Least() + 1, s.Cols()} {
			in := ref.Sample(rand.New(rand.NewPCG(uint64(i), 1)), s, i)
			cut := spec.Cut(sh, in)
			cut.Operands[0] = uint64(n)
			elements, residual := spec.Apart(sh, cut.Elements)
			row := slices.Clone(elements[:n])
			if s.HasResidual() {
				row = spec.Together(s.OfCols(n).Shape(), row, residual[:n])
			}
			for k, p := range sh.Mapped() {
				of := cut.Mapped[k]
				if !p.Uniform {
					of = of[:n]
				}
				row = append(row, of...)
			}
			got, err := ref.Call(s, nil, in)
			want, other := ref.Call(s.OfCols(n), nil, row)
			if err != nil || other != nil {
				t.Fatal(err, other)
			}
			for c := range got.Gets {
				switch {
				case c >= n && got.Gets[c]:
					t.Errorf("%s: column %d of %d has a result", s.FileName(), c, n)
				case c < n && got.Value[c*sh.Leaves()] != want.Value[c*sh.Leaves()]:
					t.Errorf("%s: column %d of %d: %v, want %v", s.FileName(), c, n, got.Value[c], want.Value[c])
				}
			}
		}
	}
}

func TestRangeAppliedGo(t *testing.T) {
	for _, s := range extent.Drawn(t, shortRanges(), 4, 4) {
		columns := []int{s.Least(), s.Least() + 1, 8, (s.Least() + s.Cols()) / 2, s.Cols() - 1, s.Cols()}
		if err := proveRanged(emit(t, s, gen.Go), columns...); err != nil {
			t.Errorf("%s: %v", s.FileName(), err)
		}
	}
	s := rangedApplied(spec.Softmax, 5, 600)
	if err := proveRanged(emit(t, s, gen.Go), 5, 8, 127, 128, 129, 136, 255, 257, 511, 600); err != nil {
		t.Error(err)
	}
}

func TestRangeAppliedCUDA(t *testing.T) {
	extent.OneIn(t, 8, 8)
	clang, err := compile.FindClang()
	if err != nil {
		extent.Missing(t, err)
	}
	nvcc, missing := compile.FindNVCC()
	var halves, others []spec.Spec
	for _, s := range extent.Drawn(t, shortRanges(), 6, 6) {
		if s.InType().Half() {
			halves = append(halves, s)
		} else {
			others = append(others, s)
		}
	}
	proveKernels(t, append(others, rangedApplied(spec.Softmax, 127, 130), rangedApplied(spec.RMSNorm, 1025, 1027)),
		clang.PTX)
	if missing == nil {
		proveKernels(t, halves, nvcc.PTX)
	}
}

// TestRangeAppliedFunctions proves kernels of every function on rows of few columns and of many.
func TestRangeAppliedFunctions(t *testing.T) {
	clang, err := compile.FindClang()
	if err != nil {
		extent.Missing(t, err)
	}
	nvcc, missing := compile.FindNVCC()
	var halves, others []spec.Spec
	for _, ends := range [][2]int{{1, 9}, {2, 40}, {5, 33}, {1, 128}} {
		for _, f := range spec.AppliedFunctions() {
			others = append(others, rangedApplied(f, ends[0], ends[1]))
			halves = append(halves, appliedSpec(f, ends[1], spec.StoredBfloat16).OfRange(ends[0], ends[1]))
		}
	}
	some := func(all []spec.Spec) []spec.Spec {
		return extent.Drawn(t, slices.DeleteFunc(all, func(s spec.Spec) bool { return s.Validate() != nil }), 16, 16)
	}
	proveKernels(t, append(some(others), rangedApplied(spec.LayerNorm, 1, 9)), clang.PTX)
	if missing == nil {
		proveKernels(t, some(halves), nvcc.PTX)
	}
}

func TestRangeAppliedGoFaults(t *testing.T) {
	src := emit(t, rangedApplied(spec.Softmax, 2, 139), gen.Go)
	for _, f := range []fault{
		{"right", "Too few for a second processor.", "Few.", ""},
		{"one column less than the least", "cols < 2", "cols < 1", "want the ends of -cols 2..139"},
		{"one column more than the most", "cols > 139", "cols > 140", "want the ends of -cols 2..139"},
		{"the pitch for the number of columns", "out[r*outPitch:r*outPitch+cols:len(out)]",
			"out[r*outPitch:r*outPitch+pitch:len(out)]", "want for r := range rows"},
		{"one column more", "in[r*pitch:r*pitch+cols:len(in)]", "in[r*pitch:r*pitch+cols+1:len(in)]",
			"want for r := range rows"},
		{"results past the slice", ":len(out)]", ":cap(out)]", "want for r := range rows"},
		{"the pitch of the matrix for that of the results", "out[r*outPitch:", "out[r*pitch:", "want for r := range rows"},
		{"the maximum without the last columns", "i := whole; i < len(x)", "i := whole; i < whole", "refuted"},
		{"a column of the end left out", "k+1 < len(x)", "k+2 < len(x)", "refuted"},
		{"what is not there taken in", "rest > 1 {\n\t\t\ta0 =", "rest > 0 {\n\t\t\ta0 =", "the result differs"},
		{"results of the end in another place", "y[k+i] = e[i]", "y[k] = e[i]", "refuted"},
		{"the longest row for the row", "for i := range x {\n\t\ty[i]", "for i := range 2 {\n\t\ty[i]", "refuted"},
	} {
		err := proveRanged(f.plant(t, src), 2, 3, 9, 127, 128, 129, 137, 138, 139)
		if f.says == "" {
			if err != nil {
				t.Errorf("%s: %v", f.what, err)
			}
			continue
		}
		f.check(t, err)
	}
	norm := emit(t, rangedApplied(spec.RMSNorm, 2, 20), gen.Go)
	for _, f := range []fault{
		{"a weight less", "weight[0:cols:len(weight)]", "weight[0:cols-1:len(weight)]", "want for r := range rows"},
		{"the weights of other columns", "weight[0:cols:len(weight)]", "weight[1:cols+1:len(weight)]",
			"want for r := range rows"},
		{"the most columns for their number", "float32(len(x))", "float32(20)", "refuted"},
	} {
		f.check(t, proveRanged(f.plant(t, norm), 2, 3, 9))
	}
}

func TestRangeAppliedCUDAFaults(t *testing.T) {
	toPTX := oneBuild(t)
	s, norm := rangedApplied(spec.Softmax, 2, 139), rangedApplied(spec.RMSNorm, 2, 9)
	const take = "count > 1u ? row_apply_softmax_float32_c2to139_exp(row_apply_softmax_float32_c2to139_sub(" +
		"__uint_as_float(x.y), peak)) : __uint_as_float(0x80000000u)"
	type planted struct {
		spec spec.Spec
		fault
	}
	var all []planted
	for _, f := range []fault{
		{"right", "row >= rows", "!(row < rows)", "right"},
		{"one column less than the least", "cols < 2u", "cols < 1u", "of a number of columns that is not 2 to 139"},
		{"one column more than the most", "cols > 139u", "cols > 140u", "outside global memory"},
		{"not the least", "cols < 2u", "cols < 3u", ""},
		{"not the most", "cols > 139u", "cols > 138u", ""},
		{"a vector for a piece of one", "if (count0 == 4u)", "if (count0 >= 3u)", "that may end before it"},
		{"a second part that every row has", "if (cols > 128u)", "if (cols > 0u)", "right"},
		{"a second part left out", "if (cols > 128u)", "if (cols > 129u)", ""},
		{"the longest row for the row", "_count(own, cols, run)", "_count(own, 139u, run)", "that may end before it"},
		{"one column too few", "_count(own, cols, run)", "_count(own, cols - 1u, run)", ""},
		{"one column too many", "_count(own, cols, run)", "_count(own, cols + 1u, run)", "that may end before it"},
		{"a second part counted from the first", "_count(own + 128u, cols, run)", "_count(own, cols, run)", ""},
		{"+0 past the row's end", take, take[:len(take)-len("0x80000000u)")] + "0x00000000u)", "the result"},
		{"an exponential past the row's end", "count > 1u ? row_apply_softmax_float32_c2to139_exp",
			"count > 0u ? row_apply_softmax_float32_c2to139_exp", "the result"},
		{"0 for columns that are not there in the maximum",
			"count > 2u ? __uint_as_float(x.z) : __uint_as_float(0xff800000u)",
			"count > 2u ? __uint_as_float(x.z) : 0.0f", "the result"},
		{"a column that is not there in the maximum", "count > 2u ? __uint_as_float(x.z)",
			"count > 1u ? __uint_as_float(x.z)", "the result"},
		{"a result past the row's end", "if (count > 1u)\n        to[", "if (count > 0u)\n        to[",
			"outside global memory of out"},
		{"a result left out", "if (count > 1u)\n        to[", "if (count > 2u)\n        to[",
			"no thread stores the whole result"},
		{"another number of columns to a row", "0x80000000u);\n", "0x80000000u); // same\n", "right"},
		{"the pitch for the number of columns", "(from, to, cols,", "(from, to, (unsigned)pitch,", ""},
	} {
		all = append(all, planted{s, f})
	}
	for _, f := range []fault{
		{"right", "row >= rows", "!(row < rows)", "right"},
		{"a weight past the row's end", "_gather(weight + 0 + own, 1u, count0)", "_gather(weight + 0 + own, 1u, 4u)",
			"outside global memory of weight"},
		{"the most columns for their number", "(float)cols", "(float)9u", "the result"},
		{"a column more in the mean", "(float)cols", "(float)(cols + 1u)", "the result"},
	} {
		all = append(all, planted{norm, f})
	}
	const layer = "row_apply_layer_norm_float32_c1to9_"
	for _, f := range []fault{
		{"right", "row >= rows", "!(row < rows)", "right"},
		{"the most columns for their number", layer + "div(sum, (float)cols)", layer + "div(sum, 9.0f)", "the result"},
		{"a column less in the variance", layer + "div(squares, (float)cols)",
			layer + "div(squares, (float)(cols - 1u))", "the result"},
		{"a deviation past the row's end", "count > 1u ? " + layer + "mul(", "count > 0u ? " + layer + "mul(",
			"the result"},
		{"an element past the row's end in the mean", "count > 1u ? __uint_as_float(x.y)",
			"count > 0u ? __uint_as_float(x.y)", "the result"},
		{"the bias of another column", "value1(bias)", "value0(bias)", "the result"},
	} {
		all = append(all, planted{rangedApplied(spec.LayerNorm, 1, 9), f})
	}
	for _, f := range extent.Faults(t, all, 10) {
		src := f.plant(t, emit(t, f.spec, gen.CUDA))
		code, err := toPTX(t, f.spec, src)
		if err != nil {
			t.Errorf("%s: %v", f.what, err)
			continue
		}
		_, err = ptx.Prove(f.spec, "rows", code)
		switch {
		case f.says != "right":
			f.check(t, err)
		case err != nil:
			t.Errorf("%s: %v", f.what, err)
		}
	}
}
