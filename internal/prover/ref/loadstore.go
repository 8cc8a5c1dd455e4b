package ref

import "github.com/shflgen/shflgen/spec"

// copied: element i in global memory and the element of lane i are one. Where the caller says how many elements there
// are, a lane without one gets zeros, and stores nothing.
func (w warp[V, N, B]) copied() Outcome[V, N, B] {
	out := w.keep()
	for i := range w.in {
		out.Named[i] = true
		switch {
		case !w.spec.Global().Partial:
		case w.spec.Pattern == spec.Load:
			out.Value[i] = w.If(w.Exists(i), w.in[i], w.Zero)
		default:
			out.Gets[i] = w.Exists(i)
		}
	}
	return out
}
