package compare

import (
	"strings"

	"github.com/shflgen/shflgen"
	"github.com/shflgen/shflgen/internal/prover/ref"
)

// absent reports whether a lane does not make call i. Nothing is written for it.
func (c *calls) absent(i, lane int) bool {
	return c.spec.Mask == shflgen.Active && c.maskOf(i)[0]>>lane&1 == 0
}

// compareWinner compares one lane of a call of argmin or argmax: the winner's element, if
// there is a winner, and the index.
func (r *Report) compareWinner(c *calls, call int, w outcome, lane int, got uint64, index byte) {
	s := c.spec
	if c.absent(call, lane) {
		r.Comparisons++
		if got != poison&(^uint64(0)>>(64-s.Type.Bits())) || index != poison&0xff {
			r.mismatch("%s: mask %#08x lane %d makes no call: element %#x and index %d were written",
				strings.Join(s.Args(), " "), c.maskOf(call), lane, got, index)
		}
		return
	}
	if !w.named[lane] {
		return
	}
	if r.Comparisons++; w.specified[lane] && !ref.Same(s.Type, got, w.out[lane]) {
		r.mismatch("%s: mask %#08x lane %d: expected %#x, got %#x, inputs %#x",
			strings.Join(s.Args(), " "), c.maskOf(call), lane, w.out[lane], got, c.inOf(call))
	}
	if r.Comparisons++; index != byte(w.index[lane]) {
		r.mismatch("%s: mask %#08x lane %d: expected index %d, got %d, inputs %#x",
			strings.Join(s.Args(), " "), c.maskOf(call), lane, w.index[lane], int8(index), c.inOf(call))
	}
}

// unwritten is the value of the indices before a call of a twin.
const unwritten = 77

// compareIndices compares the indices of the Go twin with the reference and replaces the
// reference's indices by them.
func (r *Report) compareIndices(c *calls, call int, w *outcome, got []int32) {
	for lane, g := range got {
		want := int32(unwritten)
		if w.named[lane] {
			want = w.index[lane]
		}
		if r.TwinComparisons++; g != want {
			r.mismatch("%s: mask %#08x lane %d: Go index %d, reference %d, inputs %#x",
				strings.Join(c.spec.Args(), " "), c.maskOf(call), lane, g, want, c.inOf(call))
		}
		w.index[lane] = g
	}
}
