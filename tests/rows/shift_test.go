package rows_test

import (
	"testing"

	"github.com/shflgen/shflgen/gen"
	"github.com/shflgen/shflgen/internal/prover/ptx"
	"github.com/shflgen/shflgen/spec"
	"github.com/shflgen/shflgen/tests/extent"
)

// shiftedSpecs are rows of a block that loads a vector as two aligned ones where the row is not aligned: of one length,
// and of a range.
func shiftedSpecs() []spec.Spec {
	one := spec.NewSpec(spec.RowReduce)
	one.Type, one.Op = spec.Uint16, spec.Max
	one.Params = spec.RowParams{Cols: 2089}
	return []spec.Spec{one, one.OfRange(2060, 2089)}
}

// TestShifted: a row is proved at every misalignment.
func TestShifted(t *testing.T) {
	extent.OneIn(t, 8, 8)
	toPTX := oneBuild(t)
	for _, s := range shiftedSpecs() {
		code, err := toPTX(t, s, emit(t, s, gen.CUDA))
		if err != nil {
			t.Fatal(err)
		}
		if _, err := ptx.Prove(s, "rows", code); err != nil {
			t.Errorf("%s: %v", s.FileName(), err)
		}
	}
}

func TestShiftedFaults(t *testing.T) {
	toPTX := oneBuild(t)
	const outside = "outside global memory of in"
	for i, faults := range [][]fault{{
		{"bytes before the row", "thread > 0u)\n            x0 = row_reduce_max_uint16_c2089_shifted(lower + 0, 3u, by)",
			"thread + 1u > 0u)\n            x0 = row_reduce_max_uint16_c2089_shifted(lower + 0, 3u, by)", outside},
		{"bytes past the row's end",
			"thread < 4u)\n            x4 = row_reduce_max_uint16_c2089_shifted(lower + 256, 3u, by)",
			"thread < 5u)\n            x4 = row_reduce_max_uint16_c2089_shifted(lower + 256, 3u, by)", outside},
		{"not rounded down", "(from0) - ((unsigned long long)row & 15u))", "(from0))", "are not aligned"},
		{"half of the next word", "words[first + 1u], words[first + 2u]", "words[first + 1u], words[first + 3u]",
			"the row's result"},
		{"the branch of another row", "((unsigned long long)row & 15u) < 8u", "((unsigned long long)(row + 2) & 15u) < 8u",
			"the row's result"},
	}, {
		{"bytes past a row's end",
			"own0 + 2063u <= cols)\n            x4 = row_reduce_max_uint16_c2060to2089_shifted(lower + 256, 3u, by)",
			"own0 + 2056u <= cols)\n            x4 = row_reduce_max_uint16_c2060to2089_shifted(lower + 256, 3u, by)", outside},
	}} {
		s := shiftedSpecs()[i]
		src := emit(t, s, gen.CUDA)
		for _, f := range extent.Faults(t, faults, 24) {
			code, err := toPTX(t, s, f.plant(t, src))
			if err != nil {
				t.Errorf("%s: %v", f.what, err)
				continue
			}
			_, err = ptx.Prove(s, "rows", code)
			f.check(t, err)
		}
	}
}
