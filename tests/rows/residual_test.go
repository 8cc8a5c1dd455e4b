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

// Functions of row-apply that add a residual to the row and store the sum. Right files of them are proved among those
// of the catalogue. Their results may take the place of what is read, which some faults show alone.

// TestResidualVerdict: the verdict speaks of four matrices, and says which may be the same.
func TestResidualVerdict(t *testing.T) {
	verdictSays(t, spec.ResidualRMSNorm, map[gen.Lang][]string{
		gen.CUDA: {
			"in, residual, weight, out and sum do not overlap, but out may be in, and sum may be residual, with the same pitch",
			"nor do rows of out and sum", "any pitches, alignments and number of rows",
		},
		gen.Go: {
			"a row that in, residual, out or sum does not hold panics",
			"in is out, and residual is sum, with the same pitch; else they do not overlap", "not in out or sum",
		},
	})
}

// verdictSays wants rows of 33 float32 proved in each language, with these words in the verdict.
func verdictSays(t *testing.T, f spec.Applied, of map[gen.Lang][]string) {
	oneBuild(t)
	for lang, wants := range of {
		path := filepath.Join(t.TempDir(), map[gen.Lang]string{gen.CUDA: "rows.cu", gen.Go: "rows.go"}[lang])
		report, err := verify.Prove(context.Background(),
			verify.Subject{Path: path, Src: []byte(emit(t, appliedSpec(f, 33, spec.AsType), lang))},
			verify.Options{Compilers: []string{"clang"}, Arches: []string{"sm_90"}, Levels: []string{"O2"}})
		if err != nil || report.Verdict != verify.Proved {
			t.Fatalf("%s: %v: %s", path, err, report)
		}
		for _, want := range wants {
			if !strings.Contains(report.String(), want) {
				t.Errorf("%s: want %q", report, want)
			}
		}
	}
}

// TestResidualByNVCC: rows of a part of a warp, of one and of several, of words that are not aligned, and of a cluster.
func TestResidualByNVCC(t *testing.T) {
	extent.OneIn(t, 12, 12)
	if _, err := compile.FindNVCC(); err != nil {
		t.Skip(err)
	}
	two := appliedSpec(spec.ResidualRMSNorm, 2201, spec.AsType)
	two = two.With("cluster", 2)
	for _, s := range extent.Drawn(t, []spec.Spec{
		two, appliedSpec(spec.ResidualRMSNorm, 40, spec.StoredBfloat16),
		appliedSpec(spec.ResidualLayerNorm, 33, spec.StoredFloat16),
		appliedSpec(spec.ResidualRMSNorm, 768, spec.StoredBfloat16),
		appliedSpec(spec.ResidualRMSNorm, 2147, spec.StoredBfloat16),
	}, 5, 4) {
		provedByNVCC(t, s, "sm_90", "O2")
	}
}

func TestResidualGoFaults(t *testing.T) {
	const half = "rowApplyResidualRmsNormFloat32InBfloat16C33"
	plantInGo(t, 6, map[string][]fault{
		emit(t, appliedSpec(spec.ResidualLayerNorm, 139, spec.AsType), gen.Go): {
			{"no residual", "= a[i] + residual[i]", "= a[i]", "refuted"},
			{"the residual taken off", "= a[i] + residual[i]", "= a[i] - residual[i]", "refuted"},
			{"another element of the residual", "+ residual[i]", "+ residual[i/2]", "refuted"},
			{"the next column's sum", "x[i] = a[i]", "x[138-i] = a[i]", "refuted"},
			{"not the last column's sum", "range x {\n\t\tx", "range 138 {\n\t\tx", "refuted"},
			{"the mean of the row without the residual", "Sum0(x)", "Sum0(a)", "refuted"},
			{"the variance of the residual", "Sum1(x, mean)", "Sum1(residual, mean)", "refuted"},
			{"the norm of the row without the residual", "(x[i]-mean)", "(a[i]-mean)", "refuted"},
			{"added again, which the sum may have replaced", "(x[i]-mean)", "(a[i]+residual[i]-mean)", "refuted"},
			{"a result before the row is read", "\tfor i := range x {\n\t\tx", "\ty[0] = 0\n\tfor i := range x {\n\t\tx",
				"refuted"},
			{"a sum before the residual is read", "\tfor i := range x {\n\t\tx",
				"\tx[0] = a[138] + residual[138]\n\tfor i := range x {\n\t\tx", "refuted"},
			{"the residual written", "\tsum :=", "\tresidual[0] = 0\n\tsum :=", "assignment to an element of residual"},
			{"the row written", "\tsum :=", "\ta[0] = 0\n\tsum :=", "assignment to an element of in"},
			{"the row's pitch", "residual[r*residualPitch:]", "residual[r*pitch:]", "here residualPitch"},
			{"the sum's rows in out", "sum[r*sumPitch:]", "out[r*outPitch:]", "want for r := range rows"},
			{"the sum in the residual", "sum[r*sumPitch:]", "residual[r*residualPitch:]", "want for r := range rows"},
			{"parts with another row", "(sum[r*sumPitch:]), weight, bias, eps)\n\t\t}\n\t})",
				"(sum[r*outPitch:]), weight, bias, eps)\n\t\t}\n\t})", "want for r := range rows"},
		},
		emit(t, appliedSpec(spec.ResidualRMSNorm, 33, spec.StoredBfloat16), gen.Go): {
			{"the norm of what is not rounded", half + "Decode(x[i])*scale",
				"(" + half + "Decode(a[i])+" + half + "Decode(residual[i]))*scale", "refuted"},
			{"each of them rounded", "Encode(" + half + "Decode(a[i]) + " + half + "Decode(residual[i]))", "Encode(" + half +
				"Decode(a[i]+residual[i]))", "refuted"},
		},
	})
}

func TestResidualCUDAFaults(t *testing.T) {
	const of, half = "row_apply_residual_rms_norm_float32_c139", "row_apply_residual_rms_norm_float32_in_bfloat16_c33"
	two := appliedSpec(spec.ResidualRMSNorm, 2200, spec.AsType)
	two = two.With("cluster", 2)
	swap := func(words string) (text string) {
		for _, w := range words {
			text += "\n        x0." + string(w) + " = __shfl_xor_sync(~0u, x0." + string(w) + ", 1);"
		}
		return text
	}
	plantInCUDA(t, 6, []planted{
		{appliedSpec(spec.ResidualRMSNorm, 139, spec.AsType), []fault{ // a warp
			{"right", "row >= rows", "!(row < rows)", "right"},
			{"right: the neighbour's columns, after a barrier of the warp", "        x0 = vectors[0];",
				"        x0 = reinterpret_cast<const uint4 *>(row + (own ^ 4u))[0];" + swap("xyzw") + "\n        __syncwarp();",
				"right"},
			{"the neighbour's columns, which it may have written", "        x0 = vectors[0];",
				"        x0 = reinterpret_cast<const uint4 *>(row + (own ^ 4u))[0];" + swap("xyzw"), "race"},
			{"no residual", "x1 = " + of + "_first(x1, residual1)", "x1 = " + of +
				"_first(x1, residual1.x ? uint4{} : uint4{})", "the result"},
			{"the residual taken off", "y.x = __float_as_uint(" + of + "_add(__uint_as_float(x.x), __uint_as_float(residual.x))",
				"y.x = __float_as_uint(" + of + "_add(__uint_as_float(x.x), -__uint_as_float(residual.x))", "the result"},
			{"another column of the residual", "residual0 = addends[0]", "residual0 = addends[1]", "race"},
			{"the residual for the sum", "(h + own)[0] = x0", "(h + own)[0] = residual0", "the result"},
			{"the sum not stored", "    reinterpret_cast<uint4 *>(h + own)[0] = x0;\n", "", "no thread stores the whole result"},
			{"the sum stored twice", "(h + own)[0] = x0;",
				`(h + own)[0] = x0; asm volatile("st.global.u32 [%0], %1;" :: "l"(h + own), "r"(x0.x) : "memory");`,
				"stored already"},
			{"the sum stored in out", "(h + own)[0] = x0", "(to + own)[0] = x0", "stores the whole result"},
			{"added again, which the sum may have replaced", of + "_begin0(a0_0, x0, 4u);", "uint4 again = run == 4u ? " + of +
				"_first(reinterpret_cast<const uint4 *>(mine)[0], reinterpret_cast<const uint4 *>(added)[0]) : " + of + "_first(" +
				of + "_gather(mine + 0, 32u, 4u), " + of + "_gather(added + 0, 32u, 4u));\n    " + of +
				"_begin0(a0_0, again, 4u);", "the result"},
			{"a pitch of another matrix", "residual + row * residual_pitch",
				"residual + row * (residual_pitch + pitch)", "no place in a row"},
			{"sums a pitch of out apart", "sum + row * sum_pitch", "sum + row * (sum_pitch + out_pitch)", "no place in a row"},
			{"the residual's alignment not asked", " | (unsigned long long)added", "", "not aligned"},
			{"the sum's alignment not asked", " | (unsigned long long)h", "", "not aligned"},
			{"read as what nobody writes", "residual0 = addends[0]", `asm("ld.global.nc.v4.u32 {%0, %1, %2, %3}, [%4];" : ` +
				`"=r"(residual0.x), "=r"(residual0.y), "=r"(residual0.z), "=r"(residual0.w) : "l"(addends))`,
				"which a caller may write, as what it never writes (.nc)"},
		}},
		{appliedSpec(spec.ResidualRMSNorm, 33, spec.StoredBfloat16), []fault{ // several rows a warp
			{"right", "row >= rows", "!(row < rows)", "right"},
			{"the sum not stored", half + "_scatter(h + 0 + own, 2u, count0, x0)", "", "no thread stores the whole result"},
			{"sums of whole vectors", half + "_scatter(h + 0 + own, 2u, count0, x0)", half + "_scatter(h + 0 + own, 2u, 8u, x0)",
				"are outside"},
		}},
		{two, []fault{ // two blocks
			{"right", "row >= rows", "!(row < rows)", "right"},
		}},
	})
}
