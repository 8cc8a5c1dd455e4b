package ref

import "github.com/shflgen/shflgen"

// sort: the members of a segment, in the order of lanes and then of registers, get their
// elements from the first to the last.
func (w warp[V, N, B]) sort() Outcome[V, N, B] {
	out := w.keep()
	lanes, width, registers := w.shape.Lanes, w.shape.Width, w.shape.Registers()
	for base := 0; base+width <= lanes; base += width {
		var sorted []V
		for p := range width {
			for r := range registers {
				x := w.If(w.member[base+p], w.in[r*lanes+base+p], w.Absent())
				for q := range sorted { // insertion
					sorted[q], x = w.Ordered(sorted[q], x)
				}
				sorted = append(sorted, x)
			}
		}
		has := w.ranks(base, width)
		for p := range width {
			for r := range registers {
				i := r*lanes + base + p
				for rank := range width {
					out.Value[i] = w.If(has[p][rank], sorted[rank*registers+r], out.Value[i])
				}
				out.Gets[i], out.Named[i] = w.member[base+p], true
			}
		}
	}
	return out
}

// ordered are the elements a and b of type t in the order of a sort: a number before a
// NaN, -0 below +0.
func ordered(op shflgen.Op, t shflgen.Type, a, b uint64) (first, last uint64) {
	if isNaN(t, a) || !isNaN(t, b) && (op == shflgen.Min && below(t, b, a) || op == shflgen.Max && below(t, a, b)) {
		return b, a
	}
	return a, b
}
