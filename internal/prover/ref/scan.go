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

// laneScan: a lane gets the scan of the members at or before it, or where exclusive is true of those before it.
func (w warp[V, N, B]) laneScan(exclusive bool) Outcome[V, N, B] {
	out := w.keep()
	w.segments(func(base int) {
		x := w.scan(w.members(base, w.spec.Width))
		if exclusive {
			x = append([]V{w.Absent()}, x...)
		}
		for p := range w.spec.Width {
			out.Value[base+p] = w.settled(x[p], base+p)
			out.Named[base+p] = true
		}
	})
	return out
}
