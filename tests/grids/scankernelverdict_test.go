package grids

import (
	"context"
	"strings"
	"testing"

	"github.com/shflgen/shflgen/gen"
	"github.com/shflgen/shflgen/spec"
	"github.com/shflgen/shflgen/tests/extent"
	"github.com/shflgen/shflgen/verify"
)

// TestScanKernelVerdict: a kernel's verdict says for which lengths, tiles and launches it is. One with a fault is not
// proved.
func TestScanKernelVerdict(t *testing.T) {
	extent.OnlyFull(t, "TestScanKernelFaults refutes the same kernel, TestVerdict is of verdicts")
	extent.OneIn(t, 6, 6)
	s := sumOf(t, "int32")
	s.Pattern = spec.GridExclusiveScan
	src := emit(t, s, gen.CUDA)
	prove := func(src string) string {
		r, err := verify.Prove(context.Background(), verify.Subject{Path: "array.ptx", Src: kernelOf(t, s, src)},
			verify.Options{Spec: &s})
		if err != nil {
			t.Fatal(err)
		}
		return r.String()
	}
	if said := prove(strings.Replace(src, "lane >= 2u", "lane >= 1u", 1)); !strings.Contains(said, "refuted") {
		t.Error(said)
	}
	said := prove(src)
	for _, want := range []string{
		": shown for listed lengths: all inputs of 0 to 5, 127 to 129,",
		"by the blocks of the tiles 1023, 1024, 1060, 1099 of 1100", "by terms, and of no other length",
		"any block may draw any ticket", "all executions of up to 2 blocks and tiles", "ends in a trap",
	} {
		if !strings.Contains(said, want) {
			t.Errorf("%s, want %q", said, want)
		}
	}
}
