package ref

import "github.com/shflgen/shflgen/spec"

// scan is the inclusive scan of elements in the spec's order: x[p] =
// op(x[p-d], x[p]) for every p >= d, all at once, at d = 1, 2, 4, … (near) or
// the same distances downwards (far).
func (w warp[V, N, B]) scan(x []V) []V {
	step := func(d int) {
		before := append([]V(nil), x...)
		for p := d; p < len(x); p++ {
			x[p] = w.Join(before[p-d], before[p])
		}
	}
	if w.spec.Order == spec.Near {
		for d := 1; d < len(x); d *= 2 {
			step(d)
		}
	} else {
		for d := largestPowerBelow(len(x)); d >= 1; d /= 2 {
			step(d)
		}
	}
	return x
}

// inclusiveScan: a lane gets the scan of the members at or before it.
func (w warp[V, N, B]) inclusiveScan() Outcome[V, N, B] {
	out := w.keep()
	w.segments(func(base int) {
		for p, x := range w.scan(w.members(base, w.spec.Width)) {
			out.Value[base+p] = w.settled(x, base+p)
			out.Named[base+p] = true
		}
	})
	return out
}

// exclusiveScan: a lane gets the scan of the members before it.
func (w warp[V, N, B]) exclusiveScan() Outcome[V, N, B] {
	out := w.keep()
	w.segments(func(base int) {
		x := w.scan(w.members(base, w.spec.Width))
		for p := range x {
			before := w.Absent()
			if p > 0 {
				before = x[p-1]
			}
			out.Value[base+p] = w.settled(before, base+p)
			out.Named[base+p] = true
		}
	})
	return out
}
