package network

// Lanes is a set of lanes (of a block: of threads), known at generation time.
type Lanes struct{ in []bool }

// LanesWhere is the set of those of n lanes for which holds is true.
func LanesWhere(n int, holds func(i int) bool) Lanes {
	in := make([]bool, n)
	for i := range in {
		in[i] = holds(i)
	}
	return Lanes{in}
}

// Has reports whether lane i is in the set.
func (l Lanes) Has(i int) bool { return l.in[i] }

// Len is the number of lanes that could be in the set.
func (l Lanes) Len() int { return len(l.in) }

// All reports whether every lane is in the set.
func (l Lanes) All() bool {
	for _, in := range l.in {
		if !in {
			return false
		}
	}
	return true
}

// or is the set of the lanes that are in either.
func (l Lanes) or(m Lanes) Lanes {
	return LanesWhere(m.Len(), func(i int) bool { return l.in != nil && l.Has(i) || m.Has(i) })
}

// filter is the set of those lanes of l for which keep is true.
func (l Lanes) filter(keep func(i int) bool) Lanes {
	return LanesWhere(l.Len(), func(i int) bool { return l.Has(i) && keep(i) })
}
