package ref

// rankInGroup: for each lane by itself, the members of its segment that have its key: how many
// of them come before the lane, and how many there are. A lane past the last whole segment has
// rank 0 and counts 0.
func (w warp[V, N, B]) rankInGroup() Outcome[V, N, B] {
	out := w.keep()
	count := w.numbers(0)
	out.Numbers = [][]N{count}
	for i := range out.Value {
		out.Value[i] = w.Element(w.Number(0))
	}
	w.segments(func(base int) {
		for i := base; i < base+w.spec.Width; i++ {
			var group []B
			for j := base; j < base+w.spec.Width; j++ {
				group = append(group, w.And(w.member[j], w.Same(i, j)))
			}
			out.Value[i], count[i] = w.Element(w.howMany(group[:i-base])), w.howMany(group)
			out.Named[i] = true
		}
	})
	return out
}

// howMany is the number of bits that are true.
func (w warp[V, N, B]) howMany(bits []B) N {
	so := make([]B, len(bits)+1) // so[n]: n of the bits so far
	for n := range so {
		so[n] = w.Known(n == 0)
	}
	for i, bit := range bits {
		for n := i + 1; n > 0; n-- {
			so[n] = w.Choose(bit, so[n-1], so[n])
		}
		so[0] = w.Choose(bit, w.Known(false), so[0])
	}
	number := w.Number(0)
	for n := range so {
		number = w.IfNumber(so[n], w.Number(n), number)
	}
	return number
}
