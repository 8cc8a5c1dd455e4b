package masks

import (
	"slices"
	"testing"

	"github.com/shflgen/shflgen/spec"
)

// TestSpecs checks that the list leaves out no mask mode of a pattern with one register a
// lane, no width and no op on int32.
func TestSpecs(t *testing.T) {
	type key struct {
		spec.MaskMode
		spec.Pattern
		spec.Type
		spec.Op
	}
	widths := map[key]map[int]bool{}
	for _, s := range Specs() {
		if s.Mask == spec.Full {
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
	for _, p := range spec.Patterns() {
		for _, m := range p.MaskModes() {
			if p.Block() || p.Batch() || p.IsMovement() || p.Sorts() || p.Counts() || p.Keyed() || m == spec.Full {
				continue
			}
			for w := 1; w <= spec.WarpSize; w++ {
				if p.PowerOfTwo() && w&(w-1) != 0 {
					continue
				}
				if m == spec.Active && !p.Reduces() && !slices.Contains(fewWidths, w) {
					continue
				}
				if !widths[key{m, p, spec.Int32, spec.Sum}][w] {
					t.Errorf("%s of int32 at width %d, mask %s, is missing", p, w, m)
				}
			}
			if !p.Reduces() {
				continue
			}
			if !widths[key{m, p, spec.Float32, spec.Max}][spec.WarpSize] {
				t.Errorf("%s of float32 by max, mask %s, is missing", p, m)
			}
			for _, op := range spec.Ops() {
				if takes(p, m, op) && !widths[key{m, p, spec.Int32, op}][16] {
					t.Errorf("%s of int32 by %s, mask %s, is missing", p, op, m)
				}
			}
		}
	}
}

// takes reports whether a pattern accepts an op on int32 in a mask mode.
func takes(p spec.Pattern, m spec.MaskMode, op spec.Op) bool {
	s := spec.NewSpec(p)
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
