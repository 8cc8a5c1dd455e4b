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

// Functions of row-apply that take a label of each row. Right files of them are proved among those of the catalogue.

func crossEntropy(cols int, in spec.Stored) spec.Spec {
	return appliedSpec(spec.CrossEntropy, cols, in)
}

// TestLabelVerdict: the verdict says that labels do not overlap the results, or that each row needs one.
func TestLabelVerdict(t *testing.T) {
	oneBuild(t)
	for lang, want := range map[gen.Lang]string{
		gen.CUDA: "in, label and out do not overlap", gen.Go: "a row that label does not hold panics",
	} {
		path := filepath.Join(t.TempDir(), map[gen.Lang]string{gen.CUDA: "rows.cu", gen.Go: "rows.go"}[lang])
		report, err := verify.Prove(context.Background(),
			verify.Subject{Path: path, Src: []byte(emit(t, crossEntropy(33, spec.AsType), lang))},
			verify.Options{Compilers: []string{"clang"}, Arches: []string{"sm_90"}, Levels: []string{"O2"}})
		if err != nil || report.Verdict != verify.Proved || !strings.Contains(report.String(), want) {
			t.Errorf("%s: %v: %s; want %q", path, err, report, want)
		}
	}
}

// TestLabelByNVCC: rows of a part of a warp, of one and of several, of words that are not aligned, and of a cluster.
func TestLabelByNVCC(t *testing.T) {
	extent.OneIn(t, 12, 12)
	if _, err := compile.FindNVCC(); err != nil {
		t.Skip(err)
	}
	four := crossEntropy(9001, spec.AsType)
	four = four.With("cluster", 4)
	for _, s := range extent.Drawn(t, []spec.Spec{
		four, crossEntropy(40, spec.StoredBfloat16), crossEntropy(33, spec.StoredFloat16),
		crossEntropy(1001, spec.StoredBfloat16), crossEntropy(2147, spec.StoredFloat16), crossEntropy(1100, spec.AsType),
	}, 5, 4) {
		provedByNVCC(t, s, "sm_90", "O0", "O2")
	}
}

func TestLabelGoFaults(t *testing.T) {
	const below = "uint32(label) < 33"
	plantInGo(t, 6, map[string][]fault{
		emit(t, crossEntropy(33, spec.AsType), gen.Go): {
			{"the column before", "x[label]", "x[max(label, 1)-1]", "refuted"},
			{"columns from the last", "x[label]", "x[32-label]", "refuted"},
			{"the first column", "x[label]", "x[0]", "refuted"},
			{"the last column missing", below, "uint32(label) < 32", "refuted"},
			{"a column past the last", below, "uint32(label) < 34", "may panic"},
			{"a signed comparison", below, "label < 33", "may panic"},
			{"the low bits of a label", below + " {", "label = label & 15; true {", "refuted"},
			{"0 for no column", "math.Float32frombits(0x7fc00000)", "float32(0)", "refuted"},
			{"the element added", "level - picked", "level + picked", "refuted"},
			{"the element not taken off", "level - picked", "level", "declared and not used"},
			{"the first row's label", "label[r])", "label[0])", "want for r := range out"},
			{"the next row's label", "label[r])", "label[r+1])", "want for r := range out"},
			{"another slice's label", "label[r])", "int32(out[r]))", "want for r := range out"},
			{"labels set before", "\tif len(out) < ", "\tlabel[0] = 0\n\tif len(out) < ", "alone, or by parts beside it"},
			{"labels of 64 bits", "label []int32", "label []int64", "cannot use label[r]"},
		},
		emit(t, crossEntropy(600, spec.StoredBfloat16), gen.Go): {
			{"another element", "Decode(x[label])", "Decode(x[label/2])", "refuted"},
			{"the last column missing", "uint32(label) < 600", "uint32(label) < 599", "refuted"},
		},
	})
}

func TestLabelCUDAFaults(t *testing.T) {
	pairs := crossEntropy(4200, spec.StoredBfloat16)
	pairs = pairs.With("cluster", 2)
	const (
		first  = "thread == 0u && named < "
		none   = "__uint_as_float(0x7fc00000u);\n"
		labels = "label + row"
	)
	plantInCUDA(t, 8, []planted{
		{crossEntropy(139, spec.AsType), []fault{ // a warp
			{"right: a signed comparison from 0 on", "named < 139u", "(int)named >= 0 && (int)named < 139", "right"},
			{"right: every thread", first, "named < ", "right"},
			{"right: a column that is there in any case", "row[named] :", "row[named < 139u ? named : 0u] :", "right"},
			{"right: the last column in place of those past it", "row[named] :", "row[named < 138u ? named : 138u] :", "right"},
			{"the column before", "row[named]", "row[named > 0u ? named - 1u : 0u]", "the row's result"},
			{"the column behind", "row[named]", "row[named + 1u]", "outside global memory of in"},
			{"columns from the last", "row[named]", "row[138u - named]", "the row's result"},
			{"the thread's column", "row[named]", "mine[named]", "right"},
			{"the first column", "row[named]", "row[0]", "the row's result"},
			{"the last column missing", "named < 139u", "named < 138u", "the row's result"},
			{"a column past the last", "named < 139u", "named < 140u", "outside global memory of in"},
			{"a signed comparison", "named < 139u", "(int)named < 139", "outside global memory of in"},
			{"any column", first + "139u", "thread == 0u", "outside global memory of in"},
			{"one label too many", "named < 139u", "(named < 139u || named == 305419896u)", "outside global memory of in"},
			{"another element for one label", "row[named]", "row[named == 77u ? 76u : named]", "the row's result"},
			{"the low bits of a label", first + "139u ? row[named]", "thread == 0u ? row[named & 127u]", "the row's result"},
			{"0 for no column", none, "0.0f;\n", "the row's result"},
			{"infinity for no column", none, "__uint_as_float(0xff800000u);\n", "the row's result"},
			{"an element added", "_c139_sub(row_apply_cross_entropy_float32_c139_add(peak, level), picked)",
				"_c139_add(row_apply_cross_entropy_float32_c139_add(peak, level), picked)", "the row's result"},
			{"the element of another thread", first, "thread == 1u && named < ", "the row's result"},
			{"the first row's label", labels, "label", "the block"},
			{"the next row's label", labels, "label + row + 1", "of a block that has"},
			{"labels a pitch apart", labels, "label + row * pitch", "the block"},
			{"the element of the next row", "row[named]", "row[named + 139u]", "outside global memory of in"},
		}},
		{crossEntropy(33, spec.AsType), []fault{ // of rows that share a warp
			{"the next row's label", labels, "label + row + 1", "of a block that has"},
			{"the label of another row of the warp", "(unsigned)label[0]", "(unsigned)__shfl_sync(0xffffffffu, label[0], 0)",
				"undefined"},
			{"the last column missing", "named < 33u", "named < 32u", "the row's result"},
			{"a column past the last", "named < 33u", "named <= 33u", "outside global memory of in"},
		}},
		{pairs, []fault{ // two blocks
			{"right", "row >= rows", "!(row < rows)", "right"},
			{"the column before", "row[named]", "row[named ^ 1u]", "the row's result"},
			{"the last column missing", "named < 4200u", "named < 4199u", "the row's result"},
			{"a column past the last", "named < 4200u", "named < 4201u", "outside global memory of in"},
		}},
	})
}
