package masks

import (
	"slices"
	"testing"

	"github.com/shflgen/shflgen"
)

// TestSpecs checks that the list leaves out no mask mode of a pattern with one register a
// lane, no width and no op on int32.
func TestSpecs(t *testing.T) {
	type key struct {
		shflgen.MaskMode
		shflgen.Pattern
		shflgen.Type
		shflgen.Op
	}
	widths := map[key]map[int]bool{}
	for _, s := range Specs() {
		if s.Mask == shflgen.Full {
			t.Errorf("%v has no mask", s.Args())
		}
		k := key{s.Mask, s.Pattern, s.Type, s.Op}
		if widths[k] == nil {
			widths[k] = map[int]bool{}
		}
		if widths[k][s.Width] && s.Pattern.Reduces() {
			t.Errorf("%v is listed more than once", s.Args())
		}
		widths[k][s.Width] = true
	}
	for _, p := range shflgen.Patterns() {
		for _, m := range p.MaskModes() {
			if p.Block() || p.Batch() || p.IsMovement() || p.Sorts() || p.Counts() || p.Keyed() || m == shflgen.Full {
				continue
			}
			for w := 1; w <= shflgen.WarpSize; w++ {
				if p.PowerOfTwo() && w&(w-1) != 0 {
					continue
				}
				if m == shflgen.Active && !p.Reduces() && !slices.Contains(fewWidths, w) {
					continue
				}
				if !widths[key{m, p, shflgen.Int32, shflgen.Sum}][w] {
					t.Errorf("%s of int32 at width %d, mask %s, is missing", p, w, m)
				}
			}
			if !p.Reduces() {
				continue
			}
			if !widths[key{m, p, shflgen.Float32, shflgen.Max}][shflgen.WarpSize] {
				t.Errorf("%s of float32 by max, mask %s, is missing", p, m)
			}
			for _, op := range shflgen.Ops() {
				if takes(p, m, op) && !widths[key{m, p, shflgen.Int32, op}][16] {
					t.Errorf("%s of int32 by %s, mask %s, is missing", p, op, m)
				}
			}
		}
	}
}

// takes reports whether a pattern accepts an op on int32 in a mask mode.
func takes(p shflgen.Pattern, m shflgen.MaskMode, op shflgen.Op) bool {
	s := shflgen.NewSpec(p)
	s.Mask, s.Op, s.Width = m, op, 16
	return s.Validate() == nil
}

func TestRanges(t *testing.T) {
	if got, want := ranges([]int{9, 8, 7, 1, 2, 4, 4, 32, 31}), "1, 2, 4, 7–9, 31, 32"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

// TestTable: reports of two machines, and no reports, are rejected.
func TestTable(t *testing.T) {
	if _, err := Table([]Report{{GPU: "a"}, {GPU: "b"}}); err == nil {
		t.Error("a table of two GPUs: no error")
	}
	if _, err := Table(nil); err == nil {
		t.Error("a table of no reports: no error")
	}
}
