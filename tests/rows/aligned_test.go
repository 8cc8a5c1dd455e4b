package rows_test

import (
	"testing"

	"github.com/shflgen/shflgen/gen"
	"github.com/shflgen/shflgen/internal/prover/compile"
	"github.com/shflgen/shflgen/internal/prover/ptx"
	"github.com/shflgen/shflgen/spec"
	"github.com/shflgen/shflgen/tests/extent"
)

// TestAlignedLoads proves what nvcc makes for sm_100 of rows of words. It joined two branches that load the same words,
// with the alignment of one.
func TestAlignedLoads(t *testing.T) {
	extent.NotQuick(t, "compiles by nvcc")
	nvcc, err := compile.FindNVCC()
	if err != nil {
		t.Skip(err)
	}
	prove := func(s spec.Spec, src string) error {
		t.Helper()
		code, err := nvcc.One(s, []byte(src), "sm_100")
		if err != nil {
			t.Fatal(err)
		}
		_, err = ptx.Prove(s, "rows", code)
		return err
	}
	for _, s := range extent.Sample([]spec.Spec{
		reduceSpec(spec.Max, spec.Int32, 128),
		reduceSpec(spec.Sum, spec.Uint64, 64),
		reduceSpec(spec.Max, spec.Int32, 258),
		reduceSpec(spec.Max, spec.Int64, 300),
		reduceSpec(spec.Sum, spec.Float32, 128),
		reduceSpec(spec.Sum, spec.Float64, 64),
		winnerSpec(spec.ArgMax, spec.Int32, 128),
		winnerSpec(spec.ArgMin, spec.Uint64, 64),
	}, 3) {
		if err := prove(s, emit(t, s, gen.CUDA)); err != nil {
			t.Errorf("%s: %v", s.FileName(), err)
		}
	}
	s := reduceSpec(spec.Max, spec.Int32, 128)
	f := fault{"rows of 4 bytes taken for aligned", "row & 15u", "row & 3u", "are not aligned"}
	f.check(t, prove(s, f.plant(t, emit(t, s, gen.CUDA))))
}
