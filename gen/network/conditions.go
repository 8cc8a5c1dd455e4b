package network

// IsMember is true in lane i if lane Of.Source(i) is in the mask.
type IsMember struct{ Of Move }

func (IsMember) row() row { return row{sort: Condition} }

// InLanes is true in the lanes of a set that is known at generation time.
type InLanes struct{ Set Lanes }

func (e InLanes) row() row {
	return row{
		sort:  Condition,
		known: func(lane int) (holds, ok bool) { return e.Set.Has(lane), true },
	}
}

// SameKey is true in lane i if its key equals that of lane Of.Source(i).
type SameKey struct{ Of Move }

func (SameKey) row() row { return row{sort: Condition} }

// All is true where all of its terms are; empty, it is true.
type All struct{ Of []*Node }

func (e All) row() row {
	known := make([]func(lane int) (holds, ok bool), len(e.Of))
	for i, term := range e.Of {
		known[i] = knownOf(term)
	}
	r := row{
		sort: Condition,
		with: func(to []*Node) Expr { return All{to} },
		known: func(lane int) (holds, ok bool) {
			holds, ok = true, true
			for _, term := range known {
				one, fixed := term(lane)
				if fixed && !one {
					return false, true
				}
				ok = ok && fixed
			}
			return holds, ok
		},
	}
	for _, term := range e.Of {
		r.operands = append(r.operands, operand{term, Condition, unpacked})
	}
	return r
}
