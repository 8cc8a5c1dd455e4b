package rows_test

import (
	"context"
	"path/filepath"
	"strings"
	"testing"

	"github.com/shflgen/shflgen/gen"
	"github.com/shflgen/shflgen/internal/prover/compile"
	"github.com/shflgen/shflgen/spec"
	"github.com/shflgen/shflgen/tests/extent"
	"github.com/shflgen/shflgen/verify"
)

// Functions of row-apply that give one value a row. Right files of them are proved among those of the catalogue.

func logSumExp(cols int, in spec.Stored) spec.Spec { return appliedSpec(spec.LogSumExp, cols, in) }

// TestRowValueVerdict: the verdict speaks of one pitch, and of results that are no rows.
func TestRowValueVerdict(t *testing.T) {
	oneBuild(t)
	for lang, wants := range map[gen.Lang][]string{
		gen.CUDA: {
			"all inputs, every row of any matrix", "launched by blocks of 64×1×1 threads, one for each 8 rows",
			"any pitch, alignment and number of rows", "each result stored exactly once", "in and out do not overlap",
		},
		gen.Go: {"a row that an input does not hold panics", "in and out do not overlap", "len(out) * pitch is no more"},
	} {
		path := filepath.Join(t.TempDir(), map[gen.Lang]string{gen.CUDA: "rows.cu", gen.Go: "rows.go"}[lang])
		report, err := verify.Prove(context.Background(),
			verify.Subject{Path: path, Src: []byte(emit(t, logSumExp(130, spec.AsType), lang))},
			verify.Options{Compilers: []string{"clang"}, Arches: []string{"sm_90"}, Levels: []string{"O2"}})
		if err != nil || report.Verdict != verify.Proved {
			t.Fatalf("%s: %v: %s", path, err, report)
		}
		for _, want := range wants {
			if !strings.Contains(report.String(), want) {
				t.Errorf("%s: want %q", report, want)
			}
		}
		if strings.Contains(report.String(), "rows of out") || strings.Contains(report.String(), "outPitch") {
			t.Errorf("%s: results that are rows", report)
		}
	}
}

// TestRowValueByNVCC: rows of a part of a warp, of one and of several, with words that may begin at the second column,
// and of a cluster, in which the place of the result is the block's number without its low bits.
func TestRowValueByNVCC(t *testing.T) {
	extent.OneIn(t, 12, 12)
	if _, err := compile.FindNVCC(); err != nil {
		t.Skip(err)
	}
	four := logSumExp(9001, spec.AsType)
	four = four.With("cluster", 4)
	for _, s := range extent.Drawn(t, []spec.Spec{
		four, logSumExp(40, spec.StoredBfloat16), logSumExp(33, spec.StoredFloat16), logSumExp(1001, spec.StoredBfloat16),
		logSumExp(2147, spec.StoredBfloat16), logSumExp(1100, spec.AsType),
	}, 5, 4) {
		provedByNVCC(t, s, "sm_90", "O0", "O2")
	}
}

func TestRowValueGoFaults(t *testing.T) {
	plantInGo(t, 6, map[string][]fault{
		emit(t, logSumExp(33, spec.AsType), gen.Go): {
			{"the maximum not added", "peak+level", "level", "refuted"},
			{"the maximum twice", "peak+level", "peak+level+peak", "refuted"},
			{"the logarithm taken off", "peak+level", "peak-level", "refuted"},
			{"no logarithm", "level := rowApplyLogSumExpFloat32C33Log(sum)", "level := sum", "refuted"},
			{"the logarithm of twice the sum", "Log(sum)", "Log(sum + sum)", "refuted"},
			{"exp of what is not shifted", "Exp8(&e, c, peak)", "Exp8(&e, c, 0)", "refuted"},
			{"the maximum without the last column", "i := 32; i < 33", "i := 32; i < 32", "refuted"},
			{"the last column not in the sum", "(*[1]float32)(x[32:])", "(*[1]float32)(x[31:])", "refuted"},
			{"a column past the end", "i := 32; i < 33", "i := 32; i < 34", "index 33 of 33 elements"},
			{"the first row's result", "out[r] =", "out[0] =", "want for r := range out"},
			{"the next row", "in[r*pitch:]", "in[r*pitch+1:]", "want for r := range out"},
			{"a row less", "range out", "range out[1:]", "want for r := range out"},
			{"rows set before", "\tif len(out) < ", "\tout[0] = 0\n\tif len(out) < ", "alone, or by parts beside it"},
			{"parts of one row less", "Parts(len(out)", "Parts(len(out)-1", "here len(out)"},
			{"the row written", "\tsum :=", "\tx[0] = 0\n\tsum :=", "assignment to an element of in"},
			{"an element", "peak+level", "x[0]+level", "refuted"},
			{"a NaN of an infinite maximum", "if a != a", "if false && a != a", "Inf), got"},
			{"another number of an infinite maximum", "peak+level, peak", "peak+level, level", "Inf), got"},
		},
		emit(t, logSumExp(600, spec.StoredBfloat16), gen.Go): {
			{"the last part of the maximum alone", "peak = max(peak, part)", "peak = part", "refuted"},
			{"another element", "Decode(c[i])", "Decode(c[0])", "refuted"},
			{"the maximum not added", "peak+level", "level", "refuted"},
		},
	})
}

func TestRowValueCUDAFaults(t *testing.T) {
	pairs := logSumExp(4200, spec.StoredBfloat16)
	pairs = pairs.With("cluster", 2)
	const store = "if (threadIdx.x % 32u == 0u)\n        out[row] = result;"
	plantInCUDA(t, 8, []planted{
		{logSumExp(651, spec.AsType), []fault{ // a warp
			{"right", "row >= rows", "!(row < rows)", "right"},
			{"right: every lane has the value", "if (threadIdx.x % 32u == 0u)", "if (threadIdx.x % 32u == 7u)", "right"},
			{"the maximum not added", "row_apply_log_sum_exp_float32_c651_add(peak, level)", "level", "the row's result"},
			{"the maximum taken off", "_c651_add(peak, level)", "_c651_sub(level, peak)", "the row's result"},
			{"no logarithm", "row_apply_log_sum_exp_float32_c651_log(sum)", "sum", "the row's result"},
			{"a NaN of an infinite maximum", "selp.f32 %0, %1, %2, is;", "selp.f32 %0, %1, %1, is;", "the row's result"},
			{"exp of what is not shifted", "_sub(__uint_as_float(x.y), peak)", "_sub(__uint_as_float(x.y), 0.0f)",
				"the row's result"},
			{"the maximum of one lane", "row_apply_log_sum_exp_float32_c651_peak(peak, thread)", "peak + 0.0f",
				"the row's result"},
			{"the last column left out", "(own, 11u, run)", "(own, 10u, run)", "the row's result"},
			{"a column past the last", "(own, 11u, run)", "(own, 12u, run)", "are outside global memory"},
			{"the last columns not in the maximum", "_peak_of(peak, x5, count5)", "_peak_of(peak, x5, 0u)", "the row's result"},
			{"columns that are not there in the sum", "(a0_0, x5, peak, count5)", "(a0_0, x5, peak, 4u)", "the row's result"},
			{"the first lane of the block alone", store, strings.Replace(store, " % 32u", "", 1), "no thread stores the result"},
			{"every lane", store, "out[row] = result;", "stored already"},
			{"two lanes", "if (threadIdx.x % 32u == 0u)", "if (threadIdx.x % 16u == 0u)", "stored already"},
			{"half of the rows", store, strings.Replace(store, "% 32u", "% 64u", 1), "no thread stores the result"},
			{"the next row's result", "out[row] = result", "out[row + 1] = result", "work on row 1 of the block"},
			{"results a pitch apart", "out[row] = result", "out[row * pitch] = result", "the block"},
			{"no guard", "row >= rows", "row >= rows + 1", "nothing that led here says that it is below rows"},
			{"stored in the input", "out[row] = result", "(out ? (float *)in : out)[row] = result",
				"no address of global memory"},
			{"the row's alignment not asked", "((unsigned long long)from & 15u) == 0u", "true", "are not aligned"},
		}},
		{logSumExp(1100, spec.AsType), []fault{ // two warps
			{"right", "row >= rows", "!(row < rows)", "right"},
			{"the first lane of each warp", "if (threadIdx.x == 0u)", "if (threadIdx.x % 32u == 0u)", "stored already"},
			{"the sum of one warp", "row_apply_log_sum_exp_float32_c1100_across0(t0, thread)", "t0[0]", "the row's result"},
			{"a barrier that one warp meets", "    __syncthreads();\n", "    if (thread < 32u)\n        __syncthreads();\n",
				"race"},
			{"a NaN that the maximum leaves out", "max.NaN.f32", "max.f32", "the row's result"},
		}},
		{pairs, []fault{ // two blocks
			{"right", "row >= rows", "!(row < rows)", "right"},
			{"a store by each block", "(blockIdx.x & 1u) == 0u && ", "", "stored already"},
			{"the maximum not added", "row_apply_log_sum_exp_float32_in_bfloat16_c4200_cluster2_add(peak, level)", "level",
				"the row's result"},
			{"the sum of one block",
				"row_apply_log_sum_exp_float32_in_bfloat16_c4200_cluster2_across0(t0, thread, block, come + 1)",
				"t0[0]", "ends without having waited for an mbarrier"},
		}},
	})
}
