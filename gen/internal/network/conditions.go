package network

import "strings"

// IsMember is true in a lane if the lane that it reads by Of is in the mask. Out of range it is unspecified.
type IsMember struct{ Of Way }

func (e IsMember) row() row {
	return ofSource(e.Of, readBy(e.Of)+" is a member", func(a at, source int) bool { return a.Members[source] })
}

// ofSource is the row of a condition on the lane that a lane reads. Without such a lane it has no value.
func ofSource(by Way, text string, holds func(a at, source int) bool) row {
	return row{
		sort: Condition,
		value: func(a at) value {
			source, ok := by.from(a)
			if !ok {
				return nil
			}
			return truth(holds(a, source))
		},
		text: func() string { return text },
	}
}

// InLanes is true in the lanes of a set that is known at generation time.
type InLanes struct{ Set Lanes }

func (e InLanes) row() row {
	return row{
		sort:  Condition,
		known: func(lane int) (holds, ok bool) { return e.Set.Has(lane), true },
		value: func(a at) value { return truth(e.Set.Has(a.lane)) },
		text:  func() string { return caller + " in " + e.Set.String() },
	}
}

// SameKey is true in lane i if its key equals that of lane Of.Source(i).
type SameKey struct{ Of Move }

func (e SameKey) row() row {
	return ofSource(e.Of, readBy(e.Of)+" has the same key",
		func(a at, source int) bool { return a.Keys[source] == a.Keys[a.lane] })
}

// All is true where all of its terms are; empty, it is true.
type All struct{ Of []*Node }

func (e All) row() row {
	known := make([]func(lane int) (holds, ok bool), len(e.Of))
	for i, term := range e.Of {
		known[i] = knownOf(term)
	}
	r := row{
		sort: Condition,
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
	r.value = func(a at) value {
		all := truth(true)
		for _, term := range e.Of {
			switch one := a.values[term][a.lane]; {
			case one == nil:
				all = nil
			case one[0] == 0:
				return one
			}
		}
		return all
	}
	r.text = func() string { return strings.TrimSuffix(strings.Repeat("%s and ", len(e.Of)), " and ") }
	for _, term := range e.Of {
		r.operands = append(r.operands, operand{term, Condition, unpacked})
	}
	return r
}
