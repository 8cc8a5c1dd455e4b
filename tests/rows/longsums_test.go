package rows_test

import (
	"testing"

	"github.com/shflgen/shflgen/gen"
	"github.com/shflgen/shflgen/internal/prover/compile"
	"github.com/shflgen/shflgen/internal/prover/ptx"
	"github.com/shflgen/shflgen/spec"
	"github.com/shflgen/shflgen/tests/extent"
)

// reduceSpec is row-reduce of one length.
func reduceSpec(op spec.Op, t spec.Type, cols int) spec.Spec {
	s := spec.NewSpec(spec.RowReduce)
	s.Op, s.Type = op, t
	s.Params = spec.RowParams{Cols: cols}
	return s
}

// TestLongSums: where each thread has the sum of several integers of 64 bits, redux.sync adds the limbs of sums. The
// proof of unoptimised code follows the limbs as they are written; what clang optimises it takes apart by words.
func TestLongSums(t *testing.T) {
	clang, err := compile.FindClang()
	if err != nil {
		extent.Missing(t, err)
	}
	clang.Opt = "-O0"
	prove := func(s spec.Spec, src string) error {
		t.Helper()
		code, err := clang.One(s, []byte(src), "sm_80")
		if err != nil {
			t.Fatal(err)
		}
		_, err = ptx.Prove(s, "rows", code)
		return err
	}
	for _, cols := range extent.Drawn(t, []int{64, 33, 35, 63, 65, 100, 128, 200, 500, 512}, 10, 10) {
		for _, of := range []spec.Type{spec.Int64, spec.Uint64} {
			s := reduceSpec(spec.Sum, of, cols)
			if err := prove(s, emit(t, s, gen.CUDA)); err != nil {
				t.Errorf("%s: %v", s.FileName(), err)
			}
		}
	}
	s := reduceSpec(spec.Sum, spec.Int64, 64)
	src := emit(t, s, gen.CUDA)
	for _, f := range extent.Faults(t, []fault{
		{"a bit is lost", "& 31u", "& 15u", "the row's result"},
		{"a bit counts twice", "& 31u", "& 63u", "the row's result"},
		{"limbs cut elsewhere", "x >> 5", "x >> 4", "the row's result"},
		{"limbs of a sign", "(unsigned)x >> 5", "(unsigned)((int)x >> 5)", "the row's result"},
		{"moved too far", "bits5 << 5", "bits5 << 6", "the row's result"},
		{"moved too little", "bits5 << 5", "bits5 << 4", "the row's result"},
		{"moved in a word of 32 bits", "(unsigned long long)bits5 << 5", "(unsigned long long)(bits5 << 5)",
			"the row's result"},
		{"the upper word moved too little", "bits32 << 32", "bits32 << 31", "the row's result"},
		{"the upper word twice", "bits32 << 32 |", "bits32 << 33 |", "the row's result"},
		{"the lowest limb left out", "| bits0", "| bits0 - bits0", "the row's result"},
		{"the wrong limb", "| bits0", "| (bits0 - bits0 + bits5)", "the row's result"},
		{"the carry is lost", "bits5 << 5) +", "bits5 << 5) |", "the row's result"},
	}, 12) {
		f.check(t, prove(s, f.plant(t, src)))
	}
}
