package ptx

import (
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/shflgen/shflgen/internal/prover/ptx/exec"
	"github.com/shflgen/shflgen/spec"
)

// TestShapes: a block is proved as a line, and in as many dimensions as it has
// factors for.
func TestShapes(t *testing.T) {
	for n, want := range map[int][]exec.Launch{
		1:    {exec.Line(1).In(1)},
		31:   {exec.Line(31).In(1), {X: 1, Y: 1, Z: 31, Blocks: 1}},
		96:   {exec.Line(96).In(1), {X: 4, Y: 4, Z: 6, Blocks: 1}},
		1000: {exec.Line(1000).In(1), {X: 10, Y: 10, Z: 10, Blocks: 1}},
		1021: {exec.Line(1021).In(1), {X: 1, Y: 1021, Z: 1, Blocks: 1}},
	} {
		s := spec.NewSpec(spec.BlockReduce)
		s.Params = spec.BlockParams{Threads: n}
		if diff := cmp.Diff(want, blocks(s.Shape(), 0)); diff != "" {
			t.Errorf("%d: %s", n, diff)
		}
		if got := blocks(s.Shape(), 1); len(got) != 1 || got[0] != exec.Line(n).In(1) {
			t.Errorf("%d, of one dimension: got %v", n, got)
		}
		for _, l := range blocks(s.Shape(), 2) {
			if l.Z != 1 || l.Threads() != n {
				t.Errorf("%d, of two dimensions: got %v", n, l)
			}
		}
	}
	s := spec.NewSpec(spec.BlockReduce)
	s.Params = spec.BlockParams{Threads: 96}
	if got := blocks(s.Shape(), 2); len(got) != 2 || got[1].X == 96 || got[1].Y == 1 {
		t.Errorf("of two dimensions: got %v", got)
	}
	for dimensions, want := range []exec.Launch{exec.Block(96), exec.Line(96), exec.Flat(96), exec.Block(96)} {
		if got := anyBlock(s.Shape(), dimensions); got != want.In(1) {
			t.Errorf("of %d dimensions: got %v, want %v", dimensions, got, want.In(1))
		}
	}
}
