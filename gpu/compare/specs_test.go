package compare

import (
	"testing"

	"github.com/shflgen/shflgen"
)

// TestSpecsHaveModes: every mask mode that a pattern takes is compared, in each
// width of the list that the pattern takes.
func TestSpecsHaveModes(t *testing.T) {
	type key struct {
		shflgen.Pattern
		shflgen.MaskMode
		width int
	}
	has := map[key]int{}
	for _, s := range Specs("", "") {
		if s.Mask == shflgen.Active && s.Order != shflgen.Near {
			t.Errorf("%v is in no order of ranks", s.Args())
		}
		has[key{s.Pattern, s.Mask, s.Width}]++
	}
	for _, p := range shflgen.Patterns() {
		for _, m := range p.MaskModes() {
			if p.Block() {
				if has[key{p, m, 0}] == 0 {
					t.Errorf("%s with -mask %s is missing", p, m)
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

// TestActive: of a call that members alone make, a lane is held against what was
// there before if it is no member, against its element if it is past the last
// segment, and in a tree against nothing if another member is lower.
func TestActive(t *testing.T) {
	s := shflgen.NewSpec(shflgen.DownReduce)
	s.Type, s.Mask, s.Width = shflgen.Uint8, shflgen.Active, 15
	in := make([]uint64, shflgen.WarpSize)
	for lane := range in {
		in[lane] = uint64(lane) + 1
	}
	c := &calls{spec: s, n: 1, mask: []uint32{1<<31 | 1<<5 | 1<<3}, in: in}
	want, err := c.expect()
	if err != nil {
		t.Fatal(err)
	}
	for lane := range in {
		bits, ok := c.expected(0, want[0], lane)
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
