package network

import (
	"testing"

	"github.com/shflgen/shflgen/spec"
)

// TestLanes: fewer lanes share a row where many would have no column or little to do, and the whole warp where it has
// whole vectors and memory takes longer than arithmetic.
func TestLanes(t *testing.T) {
	for _, c := range []struct {
		f     spec.Applied
		cols  int
		in    spec.Stored
		lanes int
		why   string
	}{
		{spec.Softmax, 96, spec.StoredBfloat16, 4, "12 vectors: 3 a lane leave no lane idle"},
		{spec.Softmax, 160, spec.StoredBfloat16, 8, "20 vectors: 3 a lane at most"},
		{spec.LayerNorm, 830, spec.StoredBfloat16, 32, "rows begin with two elements: a vector is four pieces"},
		{spec.ResidualRMSNorm, 160, spec.StoredBfloat16, 16, "each lane finds its place in four matrices"},
		{spec.LayerNorm, 128, spec.StoredBfloat16, 8, "16 vectors: what a lane does once is done for two"},
		{spec.RMSNorm, 1024, spec.StoredBfloat16, 32, "memory takes longer"},
		{spec.Softmax, 128, spec.AsType, 32, "memory takes longer"},
		{spec.Softmax, 80, spec.AsType, 8, "20 vectors of float32 leave 12 lanes of a warp idle"},
		{spec.Softmax, 75, spec.StoredBfloat16, 4, "10 vectors, by words: 3 a lane"},
		{spec.Softmax, 401, spec.StoredBfloat16, 16, "51 vectors, by words"},
		{spec.Softmax, 999, spec.StoredBfloat16, 32, "rows are taken element by element"},
		{spec.LogSumExp, 207, spec.AsType, 8, "an odd number of float32 columns: nothing is stored"},
		{spec.Softmax, 24, spec.StoredBfloat16, 4, "3 vectors"},
		{spec.Softmax, 8, spec.StoredBfloat16, 1, "one vector"},
		{spec.Softmax, 4096, spec.StoredBfloat16, 64, "rows of several warps"},
	} {
		s := spec.NewSpec(spec.RowApply)
		s.Type = spec.Float32
		s.Params = spec.RowParams{F: c.f, Cols: c.cols, In: c.in}
		if r := RowOf(s); r.Lanes != c.lanes {
			t.Errorf("%s of %d columns, in memory %s: %d lanes a row, want %d: %s", c.f, c.cols, c.in, r.Lanes, c.lanes, c.why)
		}
	}
}

// TestLaneChoices: each choice has a place for every vector, and all lanes of the cheapest have one.
func TestLaneChoices(t *testing.T) {
	for _, f := range spec.AppliedFunctions() {
		for _, in := range []spec.Stored{spec.AsType, spec.StoredBfloat16} {
			for cols := 2; cols <= 2048; cols += 2 {
				s := spec.NewSpec(spec.RowApply)
				s.Type = spec.Float32
				s.Params = spec.RowParams{F: f, Cols: cols, In: in}
				r := RowOf(s)
				if r.Lanes > spec.WarpSize {
					continue
				}
				if most := r.Lanes * r.Stand * r.Rounds; most < r.vectors(cols) {
					t.Fatalf("%s of %d columns, in memory %s: %d vectors, and places for %d", f, cols, in, r.vectors(cols), most)
				}
				if r.Rows < 1 || r.Block()%spec.WarpSize != 0 {
					t.Fatalf("%s of %d columns, in memory %s: a block of %d threads for %d rows", f, cols, in, r.Block(), r.Rows)
				}
			}
		}
	}
}
