package ref

// prefixes are, for each element, the tree of order near over the elements up to it. The lower half
// is a power of two of elements. Each prefix of the upper half joins the tree over the lower half.
func (w warp[V, N, B]) prefixes(x []V) []V {
	if len(x) == 1 {
		return x
	}
	half := largestPowerBelow(len(x))
	lower, upper := w.prefixes(x[:half]), w.prefixes(x[half:])
	all := append([]V(nil), lower...)
	for _, u := range upper {
		all = append(all, w.Join(lower[half-1], u))
	}
	return all
}

// blockInclusiveScan: thread i gets the tree over the members among the threads 0..i.
func (w warp[V, N, B]) blockInclusiveScan() Outcome[V, N, B] {
	out := w.keep()
	w.scanned(out, w.prefixes(w.members(0, w.spec.Block().Threads)), 1)
	return out
}

// blockExclusiveScan: thread i gets the tree over the members among the threads 0..i-1.
func (w warp[V, N, B]) blockExclusiveScan() Outcome[V, N, B] {
	out := w.keep()
	w.scanned(out, w.prefixes(w.members(0, w.spec.Block().Threads)), 0)
	return out
}

// scanned leaves in thread i the tree over the first i+own members, and in its register 1 that over
// all, if it is asked for.
func (w warp[V, N, B]) scanned(out Outcome[V, N, B], prefixes []V, own int) {
	of := append([]V{w.Absent()}, prefixes...)
	for i := range w.spec.Block().Threads {
		out.Value[i] = w.settled(of[i+own], i)
		out.Named[i] = true
		if w.spec.Block().Total {
			total := w.spec.Block().Threads + i
			out.Value[total] = w.settled(of[w.spec.Block().Threads], total)
			out.Named[total] = true
		}
	}
}
