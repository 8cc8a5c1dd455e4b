package ref

// copied: element i in global memory and the element of lane i are one.
func (w warp[V, N, B]) copied() Outcome[V, N, B] {
	out := w.keep()
	for i := range w.in {
		out.Named[i] = true
	}
	return out
}
