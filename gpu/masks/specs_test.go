package masks

import (
	"testing"

	"github.com/shflgen/shflgen"
)

// TestSpecs holds the list against what is claimed of it: no warp-level pattern,
// width or op on int32 is left out.
func TestSpecs(t *testing.T) {
	type key struct {
		shflgen.Pattern
		shflgen.Type
		shflgen.Op
	}
	widths := map[key]map[int]bool{}
	for _, s := range Specs() {
		if s.Mask != shflgen.Member {
			t.Errorf("%v has no mask", s.Args())
		}
		k := key{s.Pattern, s.Type, s.Op}
		if widths[k] == nil {
			widths[k] = map[int]bool{}
		}
		widths[k][s.Width] = true
	}
	for _, p := range shflgen.Patterns() {
		if p.Block() || p.Batch() {
			continue
		}
		for w := 1; w <= shflgen.WarpSize; w++ {
			if p.PowerOfTwo() && w&(w-1) != 0 {
				continue
			}
			if !widths[key{p, shflgen.Int32, shflgen.Sum}][w] {
				t.Errorf("%s of int32 at width %d is missing", p, w)
			}
		}
		if !p.Reduces() {
			continue
		}
		for _, op := range shflgen.Ops() {
			if op.On(shflgen.Int32) && !op.HasLane() && !widths[key{p, shflgen.Int32, op}][16] {
				t.Errorf("%s of int32 by %s is missing", p, op)
			}
		}
	}
}

func TestRanges(t *testing.T) {
	if got, want := ranges([]int{9, 8, 7, 1, 2, 4, 4, 32, 31}), "1, 2, 4, 7–9, 31, 32"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

// TestTable refuses to mix machines.
func TestTable(t *testing.T) {
	if _, err := Table([]Report{{GPU: "a"}, {GPU: "b"}}); err == nil {
		t.Error("two GPUs in one table")
	}
	if _, err := Table(nil); err == nil {
		t.Error("a table of nothing")
	}
}
