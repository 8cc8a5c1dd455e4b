package spec

// CallInputs are the values that a call takes, by what they are.
type CallInputs[V any] struct {
	Elements []V   // of each element the leaves; of a rank or a map what the elements hold before
	Keys     []V   // of each lane
	Operands []V   // one for all lanes, or one a lane
	Mapped   [][]V // of each input of a map, the leaves: as of the elements
}

// Cut cuts the values that a call of a shape takes, as [Shape.Inputs] lists them.
func Cut[V any](sh Shape, in []V) CallInputs[V] {
	take := func(n int) []V {
		some := in[:n]
		in = in[n:]
		return some
	}
	cut := CallInputs[V]{Elements: take(sh.Values()), Keys: take(sh.keys()), Operands: take(sh.Operands())}
	for _, p := range sh.Mapped() {
		cut.Mapped = append(cut.Mapped, take(sh.PortValues(p)))
	}
	return cut
}

// Place is what a value that a call takes is a part of.
type Place struct {
	Role     Role
	Lane     int
	Register int
	Leaf     Leaf
}

// Place is that of a value, by its index as [Shape.Inputs] lists them. A value that all lanes share has the lane -1.
func (sh Shape) Place(i int) Place {
	of := func(p Port, i int) Place {
		return placeIn(p.Role, p.Leaves(), sh.Lanes, i)
	}
	if i < sh.Values() {
		return placeIn(ElementRole, sh.InLeaves(), sh.Lanes, i)
	}
	i -= sh.Values()
	if i < sh.keys() {
		key, _ := sh.Takes(KeyRole)
		return of(key, i)
	}
	i -= sh.keys()
	if i < sh.Operands() {
		p, _ := sh.Operand()
		if p.Uniform {
			return Place{Role: p.Role, Lane: -1, Leaf: Leaf{Type: p.Type}}
		}
		return of(p, i)
	}
	i -= sh.Operands()
	for _, p := range sh.Mapped() {
		switch n := sh.PortValues(p); {
		case i < n && p.Uniform:
			return Place{Role: p.Role, Lane: -1, Leaf: p.Leaves()[i]}
		case i < n:
			return of(p, i)
		}
		i -= sh.PortValues(p)
	}
	panic("no such input")
}

// placeIn is the place of scalar i of values with some leaves each.
func placeIn(r Role, leaves []Leaf, lanes, i int) Place {
	e := i / len(leaves)
	return Place{r, e % lanes, e / lanes, leaves[i%len(leaves)]}
}
