package network

import (
	"fmt"
	"slices"
)

// Ranked is, in lane base+r of a segment, the element of the member of rank r;
// past the last member, the identity.
type Ranked struct{}

func (Ranked) row() row {
	return row{
		value: func(a at) value { return a.rank(a.lane - segmentsOf(a.spec).Base(a.lane)) },
		text:  func() string { return "element of the member of the lane's rank" },
	}
}

// OfRank is, in a member of rank r, the element X of lane base+r of its segment.
// In other lanes it is unspecified.
type OfRank struct{ X *Node }

func (e OfRank) row() row {
	return row{
		operands: elements(e.X),
		with:     func(to []*Node) Expr { return OfRank{to[0]} },
		reads:    throughout(e.X),
		value: func(a at) value {
			if !a.Members[a.lane] {
				return nil
			}
			rank := slices.Index(a.members(), a.lane)
			return a.from(e.X, segmentsOf(a.spec).Base(a.lane)+rank)
		},
		text: func() string { return "%s of the lane that the member's rank names" },
	}
}

// IsFirst is true in the lowest member of a segment.
type IsFirst struct{}

func (IsFirst) row() row {
	return row{
		sort: Condition,
		value: func(a at) value {
			m := a.members()
			return truth(len(m) > 0 && m[0] == a.lane)
		},
		text: func() string { return "lowest member" },
	}
}

// OfGroup is the element of the member of a rank among those of the lane's segment
// that have its key; past the last of them, the identity.
type OfGroup struct{ Rank int }

func (e OfGroup) row() row {
	return row{
		value: func(a at) value { return a.rank(e.Rank) },
		text:  func() string { return fmt.Sprintf("element of rank %d in the group", e.Rank) },
	}
}
