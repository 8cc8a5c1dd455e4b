package network

import (
	"fmt"
	"slices"

	"github.com/shflgen/shflgen/spec"
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

// FromRank is, in a member of rank r, the element X of lane base+r of its segment.
// In other lanes it is unspecified.
type FromRank struct{ X *Node }

func (e FromRank) row() row {
	return row{
		operands: elements(e.X),
		reads:    reach(ofSegment).reads([]*Node{e.X}),
		value: func(a at) value {
			if !a.Members[a.lane] {
				return nil
			}
			rank := slices.Index(a.members(), a.lane)
			return a.from(e.X, segmentsOf(a.spec).Base(a.lane)+rank)
		},
		text: func() string { return "%s of the lane that the member's rank names" },
		cost: func(_ spec.Spec, words int) Cost { return Cost{Shuffles: words} },
	}
}

// IsLowest is true in the lowest member of a segment.
type IsLowest struct{}

func (IsLowest) row() row {
	return row{
		sort: Condition,
		value: func(a at) value {
			m := a.members()
			return truth(len(m) > 0 && m[0] == a.lane)
		},
		text: func() string { return "lane is the lowest member" },
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

// byRank reports whether a call of members alone has to line them up by rank, because the
// order of the op shows. Otherwise lanes that are no member can bring the identity.
func byRank(s spec.Spec) bool {
	return s.Mask == spec.Active && !s.AnyTree()
}

// buildActive builds over members instead of lanes: lined up by rank first where the order
// shows, and moved back to their lanes last. Lanes that are no member keep their element.
func buildActive(b *builder, build func(*builder)) {
	s := b.net.Spec
	build(b)
	x, first := b.result, s.Pattern == spec.DownReduce
	segments := b.segments()
	scan := s.Pattern == spec.InclusiveScan || s.Pattern == spec.ExclusiveScan
	switch {
	case scan && byRank(s):
		b.step("Every member takes the value of its rank.")
		x = b.node(FromRank{x})
	case first:
		b.step("The lowest member of a segment takes the value of its first lane.")
		x = b.node(Shuffle{x, b.route(Idx, 0).Move()})
	}
	who := b.isMember()
	if first {
		who = b.node(IsLowest{})
	}
	b.result = b.node(Select{who, x, b.node(Input{})})
	b.lanes = segments
}

// RankInGroup is the number of members before the lane in its group: the members of its segment
// that have its key. It is 0 past the last segment.
type RankInGroup struct{}

func (RankInGroup) row() row {
	return row{
		value: func(a at) value {
			rank := uint64(0)
			for _, m := range a.members() {
				if m < a.lane && segmentsOf(a.spec).InSegment(a.lane) {
					rank++
				}
			}
			return value{rank}
		},
		text: func() string { return "count of the members before the lane that have its key" },
		cost: func(spec.Spec, int) Cost { return Cost{Matches: 1} },
	}
}

// buildRank counts the members with each lane's key.
func buildRank(b *builder) {
	b.step("The members that have the lane's key, those before it and all, are counted.")
	b.give(spec.ElementRole, b.everywhere(), b.node(RankInGroup{}))
	b.give(spec.CountRole, b.everywhere(), b.node(MemberCount{}))
}
