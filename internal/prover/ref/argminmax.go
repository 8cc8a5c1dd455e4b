package ref

import (
	"fmt"

	"github.com/shflgen/shflgen/spec"
)

// argMinMax: the lanes of a segment are gone through from the lowest on, and what is
// better than the best so far takes its place. A segment without members leaves no
// specified element and the index -1, as has a lane past the last whole segment. Ranks
// do not matter: an index is the number of a lane.
func (w warp[V, N, B]) argMinMax() (Outcome[V, N, B], error) {
	switch w.spec.Pattern {
	case spec.Reduce, spec.XorReduce, spec.DownReduce, spec.BlockReduce, spec.RowReduce, spec.GridReduce:
	default:
		return Outcome[V, N, B]{}, fmt.Errorf("ref: %s gives no lane", w.spec.Pattern)
	}
	out := w.keep()
	index := w.numbers(-1)
	out.Numbers = [][]N{index}
	width := w.shape.Width
	everyLane := w.spec.Pattern == spec.Reduce || w.spec.Pattern == spec.XorReduce || w.spec.All()
	w.segments(func(base int) {
		best, lane := w.Absent(), w.Number(-1)
		for i := base; i < base+width; i++ {
			better := w.And(w.member[i], w.Better(w.in[i], best))
			best, lane = w.If(better, w.in[i], best), w.IfNumber(better, w.Number(i), lane)
		}
		for i := base; i < base+width; i++ {
			if everyLane || i == base {
				out.Value[i], out.Specified[i] = best, w.Present(best)
				index[i], out.Named[i] = lane, true
			}
		}
	})
	return out, nil
}

// better reports whether element a of type t is better than b: a number than a NaN, a
// NaN than nothing, and of numbers the less or the greater.
func better(op spec.Op, t spec.Type, a, b uint64) bool {
	aNaN, bNaN := isNaN(t, a), isNaN(t, b)
	switch {
	case aNaN:
		return false
	case bNaN:
		return true
	case op == spec.ArgMin:
		return below(t, a, b)
	case op == spec.ArgMax:
		return below(t, b, a)
	}
	panic(fmt.Sprintf("ref: %s gives no lane", op))
}
