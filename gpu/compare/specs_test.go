package compare

import (
	"testing"

	"github.com/shflgen/shflgen/spec"
)

// TestSpecsHaveModes: every mask mode of a pattern is compared, at each width of the list
// that the pattern accepts.
func TestSpecsHaveModes(t *testing.T) {
	type key struct {
		spec.Pattern
		spec.MaskMode
		width int
	}
	has := map[key]int{}
	for _, s := range Specs("", "") {
		if s.Mask == spec.Active && s.Order != spec.Near {
			t.Errorf("%v: -mask active has one order, %s", s.Args(), spec.Near)
		}
		has[key{s.Pattern, s.Mask, s.Width}]++
	}
	for _, p := range spec.Patterns() {
		if p.InMemory() { // programs of their own compare rows and arrays
			continue
		}
		for _, m := range p.MaskModes() {
			if p.Block() {
				if has[key{p, m, 0}] == 0 {
					t.Errorf("%s with -mask %s is missing", p, m)
				}
				continue
			}
			if p.Global() {
				if has[key{p, m, spec.WarpSize}] == 0 {
					t.Errorf("%s is missing", p)
				}
				continue
			}
			for _, w := range widths {
				if has[key{p, m, w}] == 0 && (!p.PowerOfTwo() || w&(w-1) == 0) {
					t.Errorf("%s with -mask %s at width %d is missing", p, m, w)
				}
			}
		}
	}
}

// TestActive checks what is expected of each lane in mask mode active: the poison for a
// non-member, its own element for a member past the last segment, and nothing for a member of
// a down-reduce above the lowest.
func TestActive(t *testing.T) {
	s := spec.NewSpec(spec.DownReduce)
	s.Type, s.Mask, s.Width = spec.Uint8, spec.Active, 15
	in := make([]uint64, spec.WarpSize)
	for lane := range in {
		in[lane] = uint64(lane) + 1
	}
	c := &calls{spec: s, layout: layoutOf(s), n: 1, mask: []uint32{1<<31 | 1<<5 | 1<<3}, in: in}
	want := c.expect()
	for lane := range in {
		bits, ok := c.expected(0, want[0], lane, 0)
		wantBits, wantOK := uint64(0xa5), true
		switch lane {
		case 3:
			wantBits = 4 + 6
		case 5:
			wantBits, wantOK = bits, false
		case 31:
			wantBits = 32
		}
		if bits != wantBits || ok != wantOK {
			t.Errorf("lane %d: %#x, %v; want %#x, %v", lane, bits, ok, wantBits, wantOK)
		}
	}
}
