package compare

import (
	"strings"

	"github.com/shflgen/shflgen"
	"github.com/shflgen/shflgen/internal/prover/ref"
)

// away reports whether a lane makes no call i: nobody writes what is there.
func (c *calls) away(i, lane int) bool {
	return c.spec.Mask == shflgen.Active && c.maskOf(i)[0]>>lane&1 == 0
}

// compareLane compares one lane of a call: its element if there is a winner, and
// the winner's number.
func (r *Report) compareLane(c *calls, call int, w outcome, lane int, got uint64, index byte) {
	s := c.spec
	if c.away(call, lane) {
		r.Comparisons++
		if got != poison&(^uint64(0)>>(64-s.Type.Bits())) || index != poison&0xff {
			r.mismatch("%s: mask %#08x lane %d makes no call, and %#x and %d were written",
				strings.Join(s.Args(), " "), c.maskOf(call), lane, got, index)
		}
		return
	}
	if !w.named[lane] {
		return
	}
	if r.Comparisons++; w.some[lane] && !ref.Same(s.Type, got, w.out[lane]) {
		r.mismatch("%s: mask %#08x lane %d: expected %#x, got %#x, inputs %#x",
			strings.Join(s.Args(), " "), c.maskOf(call), lane, w.out[lane], got, c.inOf(call))
	}
	if r.Comparisons++; index != byte(w.lanes[lane]) {
		r.mismatch("%s: mask %#08x lane %d: expected index %d, got %d, inputs %#x",
			strings.Join(s.Args(), " "), c.maskOf(call), lane, w.lanes[lane], int8(index), c.inOf(call))
	}
}

// untouched is what the indices are before a twin is called.
const untouched = 77

// twinLanes compares the indices that the Go gave, and puts them in the reference's
// place.
func (r *Report) twinLanes(c *calls, call int, w *outcome, got []int32) {
	for lane, g := range got {
		want := int32(untouched)
		if w.named[lane] {
			want = w.lanes[lane]
		}
		if r.TwinComparisons++; g != want {
			r.mismatch("%s: mask %#08x lane %d: the Go gave index %d, the reference %d, inputs %#x",
				strings.Join(c.spec.Args(), " "), c.maskOf(call), lane, g, want, c.inOf(call))
		}
		w.lanes[lane] = g
	}
}
