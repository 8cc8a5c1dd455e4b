package compare

import (
	"strings"

	"github.com/shflgen/shflgen/verify/ref"
)

// expectLanes is what the reference says of call i of an op that gives a lane.
func (c *calls) expectLanes(i int, w *outcome) error {
	want, err := ref.CallLane(c.spec, c.maskOf(i), c.inOf(i))
	if err != nil {
		return err
	}
	w.named = want.Named
	for lane, x := range want.Value {
		element := c.inOf(i)[lane]
		if x.Present {
			element = x.Bits
		}
		w.out, w.some = append(w.out, element), append(w.some, x.Present)
		w.lanes = append(w.lanes, int32(want.Lane[lane]))
	}
	return nil
}

// compareLane compares one lane of a call: its element if there is a winner, and
// the winner's number.
func (r *Report) compareLane(c *calls, call int, w outcome, lane int, got uint64, index byte) {
	if !w.named[lane] {
		return
	}
	s := c.spec
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
