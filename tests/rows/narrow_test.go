package rows_test

import (
	"testing"

	"github.com/shflgen/shflgen/internal/prover/compile"
	"github.com/shflgen/shflgen/spec"
	"github.com/shflgen/shflgen/tests/extent"
)

// TestPackedSums proves rows with columns that compilers add by pairs, by a product that moves the lower one up, and no
// kernel with a fault.
func TestPackedSums(t *testing.T) {
	clang, err := compile.FindClang()
	if err != nil {
		extent.Missing(t, err)
	}
	s := spec.NewSpec(spec.RowReduce)
	s.Type = spec.Int16
	s.Params = spec.RowParams{Cols: 64}
	proveKernels(t, []spec.Spec{s}, clang.PTX)
	plantInKernel(t, s, []fault{
		{"a column twice", "a1 = (short)(x0.x >> 16)", "a1 = (short)x0.x", "the row's result"},
		{"a carry out of the lower column", "a1 = (short)(x0.x >> 16)", "a1 = (short)((x0.x + (x0.x & 0xffffu)) >> 16)",
			"the row's result"},
		{"a column of the neighbour", "a5 = (short)(x0.z >> 16)", "a5 = (short)(x0.w >> 16)", "the row's result"},
	})
}

// TestNarrowLoads proves rows that begin 8 or 4 bytes apart from what 16 divide, and of 8 bytes no kernel with a fault.
func TestNarrowLoads(t *testing.T) {
	clang, err := compile.FindClang()
	if err != nil {
		extent.Missing(t, err)
	}
	of := func(cols int) spec.Spec {
		s := spec.NewSpec(spec.RowReduce)
		s.Type = spec.Int16
		s.Params = spec.RowParams{Cols: cols}
		return s
	}
	proveKernels(t, []spec.Spec{of(100), of(1002)}, clang.PTX)
	plantInKernel(t, of(100), []fault{
		{"half of the alignment", "row & 7u", "row & 3u", "are not aligned"},
		{"a word twice", "pieces[1].x, pieces[1].y", "pieces[1].x, pieces[1].x", "the row's result"},
		{"one past the row's end", "if (thread < 12u) x0 = row_reduce_sum_int16_c100_pieces",
			"if (thread < 13u) x0 = row_reduce_sum_int16_c100_pieces", ""},
	})
}

// TestNarrowExtrema proves rows where clang finds the least or greatest columns by comparing words: the highest byte of
// a word is a column, and the bytes below hold others. It proves no kernel with a fault.
func TestNarrowExtrema(t *testing.T) {
	clang, err := compile.FindClang()
	if err != nil {
		extent.Missing(t, err)
	}
	s := func(op spec.Op, cols int) spec.Spec { return reduceSpec(op, spec.Int8, cols) }
	proveKernels(t, []spec.Spec{s(spec.Max, 513), s(spec.Min, 521)}, clang.PTX)
	plantInKernel(t, s(spec.Max, 513), []fault{
		{"not the least column past the row's end", "x1.x = 0x80808080u", "x1.x = 0x81808080u", "the row's result"},
		{"nor beside its last column", "| 0x80808000u", "| 0x00808000u", "the row's result"},
		{"columns without their signs", "a3 = a3 > (signed char)(x1.x >> 24)",
			"a3 = (unsigned char)a3 > (unsigned char)(x1.x >> 24)", "the row's result"},
		{"a column of the words below", "(signed char)(x1.x >> 24) ? a3 : (signed char)(x1.x >> 24)",
			"(signed char)(x1.x >> 24) ? (signed char)(x0.x >> 16) : (signed char)(x1.x >> 24)", "the row's result"},
	})
}

// TestExtremaByWords proves rows where the upper and the lower word find the greatest column of 64 bits, and clang
// takes one bit from the lower word alone. It proves no kernel with a fault.
func TestExtremaByWords(t *testing.T) {
	clang, err := compile.FindClang()
	if err != nil {
		extent.Missing(t, err)
	}
	s := reduceSpec(spec.AbsMax, spec.Int64, 40)
	proveKernels(t, []spec.Spec{s}, clang.PTX)
	plantInKernel(t, s, []fault{
		{"the sign in another bit", "0u - (key & 1ull)", "0u - (key >> 1 & 1ull)", "the row's result"},
		{"the sign in the upper word", "0u - (key & 1ull)", "0u - (key >> 32 & 1ull)", "the row's result"},
		{"lower words of all threads", "mine == upper ? (unsigned)x : 0u", "(unsigned)x", "the row's result"},
		{"lower words of the others", "mine == upper ?", "mine != upper ?", "the row's result"},
		{"lower words beside another upper word", "mine == upper ?", "mine >= upper - 1u ?", "the row's result"},
		{"lower words with a sign", "__reduce_max_sync(0xffffffffu, mine == upper ? (unsigned)x : 0u)",
			"(unsigned)__reduce_max_sync(0xffffffffu, mine == upper ? (int)x : 0)", "the row's result"},
		{"the least lower word", "__reduce_max_sync(0xffffffffu, mine == upper ? (unsigned)x : 0u)",
			"__reduce_min_sync(0xffffffffu, mine == upper ? (unsigned)x : ~0u)", "the row's result"},
	})
}
