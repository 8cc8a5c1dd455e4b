package ref

import "github.com/shflgen/shflgen/spec"

// sort: the members of a segment, in the order of lanes and then of registers, get their
// elements from the first to the last.
func (w warp[V, N, B]) sort() Outcome[V, N, B] {
	out := w.keep()
	lanes, width, registers := w.shape.Lanes, w.shape.Width, w.shape.Registers()
	for base := 0; base+width <= lanes; base += width {
		sorted := w.sorted(base, width*registers)
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

// sortFrom: a sort that says for each element in which slot it was, the number of its lane times
// the registers of a lane, and the register: of equal elements the lower slot's comes first. Who
// keeps its elements has them from itself.
func (w warp[V, N, B]) sortFrom() Outcome[V, N, B] {
	out := w.keep()
	lanes, width, registers := w.shape.Lanes, w.shape.Width, w.shape.Registers()
	from := make([]N, len(w.in))
	for i := range from {
		from[i] = w.Number(i%lanes*registers + i/lanes)
	}
	out.Numbers = [][]N{from}
	for base := 0; base+width <= lanes; base += width {
		var sorted []V
		var slots []N
		for p := range width * registers { // in the order of slots
			i := p%registers*lanes + base + p/registers
			x, slot, there := w.in[i], w.Number(base*registers+p), w.member[base+p/registers]
			inserted := w.Known(false)
			for q := range sorted { // insertion before the first that is worse; the others move on
				better := w.Choose(inserted, w.Known(true), w.And(there, w.Better(x, sorted[q])))
				inserted = better
				there = w.Choose(better, w.Present(sorted[q]), there)
				x, sorted[q] = w.If(better, sorted[q], x), w.If(better, x, sorted[q])
				slot, slots[q] = w.IfNumber(better, slots[q], slot), w.IfNumber(better, slot, slots[q])
			}
			sorted, slots = append(sorted, w.If(there, x, w.Absent())), append(slots, slot)
		}
		has := w.ranks(base, width)
		for p := range width * registers {
			i, r := p%registers*lanes+base+p/registers, p%registers
			for rank := range width {
				out.Value[i] = w.If(has[p/registers][rank], sorted[rank*registers+r], out.Value[i])
				from[i] = w.IfNumber(has[p/registers][rank], slots[rank*registers+r], from[i])
			}
			out.Named[i] = true
		}
	}
	return out
}

// pick: every lane of a segment gets the elements of some ranks, from the first one on,
// one a register. The registers past those are unspecified. So are, in a lane outside of
// every segment, the registers that brought nothing.
func (w warp[V, N, B]) pick(first, count int) Outcome[V, N, B] {
	out := w.keep()
	lanes, width := w.shape.Lanes, w.shape.Width
	for base := 0; base+width <= lanes; base += width {
		sorted := w.sorted(base, first+count)
		for i := base; i < base+width; i++ {
			for r := range count {
				out.Value[r*lanes+i], out.Named[r*lanes+i] = w.Settle(sorted[first+r]), true
			}
		}
	}
	for i := range out.Named {
		if _, whole := w.shape.Segment(i % lanes); !whole {
			out.Named[i] = i/lanes < w.spec.Brings()
		}
	}
	return out
}

// sorted are the elements of the members of a segment in order, at most so many of them;
// past the last one, absent ones.
func (w warp[V, N, B]) sorted(base, most int) []V {
	var sorted []V
	for p := range w.shape.Width {
		for r := range w.spec.Brings() {
			x := w.If(w.member[base+p], w.in[r*w.shape.Lanes+base+p], w.Absent())
			for q := range sorted { // insertion
				sorted[q], x = w.Ordered(sorted[q], x)
			}
			if len(sorted) < most {
				sorted = append(sorted, x)
			}
		}
	}
	return sorted
}

// ordered are the elements a and b of type t in the order of a sort: a number before a
// NaN, -0 below +0.
func ordered(op spec.Op, t spec.Type, a, b uint64) (first, last uint64) {
	if isNaN(t, a) || !isNaN(t, b) && (op == spec.Min && below(t, b, a) || op == spec.Max && below(t, a, b)) {
		return b, a
	}
	return a, b
}
