package rows_test

import (
	"context"
	"path/filepath"
	"strings"
	"testing"

	"github.com/shflgen/shflgen/gen"
	"github.com/shflgen/shflgen/internal/prover/ptx"
	"github.com/shflgen/shflgen/spec"
	"github.com/shflgen/shflgen/verify"
)

// Kernels with -aligned have no way for rows that begin elsewhere, and are proved for those that it promises. Right
// files of them are proved among those of the catalogue.

// promised is a spec with -aligned, by the name of the one without.
func promised(s spec.Spec) (aligned, without spec.Spec) {
	s.Name = "kernel"
	return s.With("aligned", true), s
}

// TestPromiseIsNeeded: without the promise, such a kernel loads vectors that may not be aligned.
func TestPromiseIsNeeded(t *testing.T) {
	toPTX := oneBuild(t)
	sum := spec.NewSpec(spec.RowReduce)
	sum.Type = spec.Float32
	for _, s := range []spec.Spec{
		sum.OfCols(100), sum.OfCols(1000), appliedSpec(spec.Softmax, 64, spec.StoredBfloat16),
		appliedSpec(spec.LayerNorm, 33, spec.AsType), appliedSpec(spec.ResidualRMSNorm, 300, spec.AsType),
	} {
		aligned, without := promised(s)
		code, err := toPTX(t, aligned, emit(t, aligned, gen.CUDA))
		if err != nil {
			t.Fatal(err)
		}
		if _, err := ptx.Prove(aligned, "rows", code); err != nil {
			t.Errorf("%s: %v", s.FileName(), err)
		}
		if _, err := ptx.Prove(without, "rows", code); err == nil || !strings.Contains(err.Error(), "not aligned") {
			t.Errorf("%s: %v; want that addresses are not aligned", s.FileName(), err)
		}
	}
}

// TestPromiseVerdict: the verdict on a kernel is limited to rows that are aligned, that on Go is not.
func TestPromiseVerdict(t *testing.T) {
	oneBuild(t)
	aligned, _ := promised(appliedSpec(spec.Softmax, 33, spec.AsType))
	for path, lang := range map[string]gen.Lang{"kernel.cu": gen.CUDA, "kernel.go": gen.Go} {
		report, err := verify.Prove(context.Background(),
			verify.Subject{Path: filepath.Join(t.TempDir(), path), Src: []byte(emit(t, aligned, lang))},
			verify.Options{Compilers: []string{"clang"}, Arches: []string{"sm_90"}, Levels: []string{"O2"}})
		if err != nil || report.Verdict != verify.Proved {
			t.Fatalf("%v: %s", err, report)
		}
		says := strings.Contains(strings.Join(report.Limits, "; "), "at multiples of 16 bytes")
		if says != (lang == gen.CUDA) {
			t.Errorf("%s: says %t that rows are aligned: %s", path, says, report)
		}
	}
}

func TestPromiseFaults(t *testing.T) {
	norm, _ := promised(appliedSpec(spec.LayerNorm, 33, spec.AsType))
	wide, _ := promised(appliedSpec(spec.LogSoftmax, 777, spec.StoredBfloat16))
	plantInCUDA(t, 4, []planted{
		{norm, []fault{
			{"right", "row >= rows", "!(row < rows)", "right"},
			{"rows a column further", "in + row * pitch", "in + row * pitch + 1", "outside global memory of in"},
			{"rows half a pitch apart", "in + row * pitch", "in + row * pitch / 2", "may wrap around"},
			{"results two columns further", "out + row * out_pitch", "out + row * out_pitch + 2", "are not aligned"},
			{"weights from the second column on", "(weight + own)", "(weight + 1 + own)", "are not aligned"},
			{"the last vector as a whole one", "count0 == 4u", "count0 > 0u", "outside global memory of in"},
			{"the weights for the bias", "(bias + own)", "(weight + own)", "the result"},
		}},
		{wide, []fault{
			{"right", "row >= rows", "!(row < rows)", "right"},
			{"a vector of half the columns", "own = thread * 8u", "own = thread * 4u",
				"of in, which is aligned to 16, are not aligned"},
			{"the columns of the next lane", "own = thread * 8u", "own = (thread ^ 1u) * 8u", "right"},
			{"columns that are missing", "count3 == 8u", "count3 > 0u", "outside global memory of in"},
		}},
	})
}
