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

// blockScan leaves in thread i the tree over the members among the first i+own threads, and in its register 1 that over
// all, if it is asked for.
func (w warp[V, N, B]) blockScan(own int) Outcome[V, N, B] {
	out, threads := w.keep(), w.spec.Block().Threads
	of := append([]V{w.Absent()}, w.prefixes(w.members(0, threads))...)
	for i := range threads {
		out.Value[i] = w.settled(of[i+own], i)
		out.Named[i] = true
		if w.spec.Block().Total {
			out.Value[threads+i] = w.settled(of[threads], threads+i)
			out.Named[threads+i] = true
		}
	}
	return out
}
