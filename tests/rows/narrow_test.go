package rows_test

import (
	"testing"

	"github.com/shflgen/shflgen"
	"github.com/shflgen/shflgen/internal/prover/compile"
	"github.com/shflgen/shflgen/tests/extent"
)

// TestPackedSums proves rows whose columns compilers add by pairs, by a product that moves the lower one up, and no kernel with
// a fault.
func TestPackedSums(t *testing.T) {
	clang, err := compile.FindClang()
	if err != nil {
		extent.Missing(t, err)
	}
	s := shflgen.NewSpec(shflgen.RowReduce)
	s.Type, s.Cols = shflgen.Int16, 64
	proveKernels(t, []shflgen.Spec{s}, clang.PTX)
	plantInKernel(t, s, []fault{
		{"a column twice", "a1 = (short)(x0.x >> 16)", "a1 = (short)x0.x", "the row's result"},
		{"a carry out of the lower column", "a1 = (short)(x0.x >> 16)", "a1 = (short)((x0.x + (x0.x & 0xffffu)) >> 16)", "the row's result"},
		{"a column of the neighbour", "a5 = (short)(x0.z >> 16)", "a5 = (short)(x0.w >> 16)", "the row's result"},
	})
}

// TestNarrowLoads proves rows that begin 8 or 4 bytes apart from what 16 divide, and of 8 bytes no kernel with a fault.
func TestNarrowLoads(t *testing.T) {
	clang, err := compile.FindClang()
	if err != nil {
		extent.Missing(t, err)
	}
	spec := func(cols int) shflgen.Spec {
		s := shflgen.NewSpec(shflgen.RowReduce)
		s.Type, s.Cols = shflgen.Int16, cols
		return s
	}
	proveKernels(t, []shflgen.Spec{spec(100), spec(1002)}, clang.PTX)
	plantInKernel(t, spec(100), []fault{
		{"half of the alignment", "row & 7u", "row & 3u", "are not aligned"},
		{"a word twice", "pieces[1].x, pieces[1].y", "pieces[1].x, pieces[1].x", "the row's result"},
		{"one past the row's end", "if (thread < 12u) x0 = row_reduce_sum_int16_c100_pieces", "if (thread < 13u) x0 = row_reduce_sum_int16_c100_pieces", ""},
	})
}
