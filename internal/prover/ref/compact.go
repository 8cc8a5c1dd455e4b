package ref

// compact: the lane at place r of a segment gets the registers of the member that has r
// members before it, and keeps its own if there is none; every lane gets the count of
// members. A lane past the last whole segment keeps its registers and counts 0.
func (w warp[V, N, B]) compact() Outcome[V, N, B] {
	out := w.keep()
	count := w.numbers(0)
	out.Numbers = [][]N{count}
	lanes, width := w.shape.Lanes, w.shape.Width
	for base := 0; base+width <= lanes; base += width {
		has := w.ranks(base, width)
		members := w.howMany(w.member[base : base+width])
		for p := range width {
			for r := range width {
				for first := 0; first < len(w.in); first += lanes {
					to := first + base + r
					out.Value[to] = w.If(has[p][r], w.in[first+base+p], out.Value[to])
				}
			}
		}
		for p := range width {
			count[base+p] = members
			for first := 0; first < len(w.in); first += lanes {
				out.Named[first+base+p] = true
			}
		}
	}
	return out
}
