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

// And is the set of the lanes that are in both.
func (l Lanes) And(m Lanes) Lanes {
	return LanesWhere(l.Len(), func(i int) bool { return l.Has(i) && m.Has(i) })
}
