package network

// Ranked is, in lane base+r of a segment, the element of the member of rank r;
// past the last member, the identity.
type Ranked struct{}

func (Ranked) row() row { return row{} }

// OfRank is, in a member of rank r, the element X of lane base+r of its segment.
// In other lanes it is unspecified.
type OfRank struct{ X *Node }

func (e OfRank) row() row {
	return row{
		operands: elements(e.X),
		with:     func(to []*Node) Expr { return OfRank{to[0]} },
		reads:    throughout(e.X),
	}
}

// IsFirst is true in the lowest member of a segment.
type IsFirst struct{}

func (IsFirst) row() row { return row{sort: Condition} }

// OfGroup is the element of the member of a rank among those of the lane's segment
// that have its key; past the last of them, the identity.
type OfGroup struct{ Rank int }

func (OfGroup) row() row { return row{} }
