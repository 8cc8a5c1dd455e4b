package ref

// batchReduce: each register on its own is reduced by the tree over a segment's
// members. The result of register k is for the lane k mod w of the segment, in its
// register k / w, or with All for every lane, in register k.
func (w warp[V, N, B]) batchReduce() Outcome[V, N, B] {
	out := w.keep()
	lanes, width := w.spec.Lanes(), w.spec.Width
	name := func(register, lane int, x V) {
		out.Value[register*lanes+lane] = w.settled(x, register*lanes+lane)
		out.Named[register*lanes+lane] = true
	}
	for k := range w.spec.N {
		one := w
		one.in = w.in[k*lanes : (k+1)*lanes]
		one.segments(func(base int) {
			result := w.tree(one.members(base, width))
			if !w.spec.All() {
				name(k/width, base+k%width, result)
				return
			}
			for lane := base; lane < base+width; lane++ {
				name(k, lane, result)
			}
		})
	}
	return out
}
