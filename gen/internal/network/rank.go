package network

import "github.com/shflgen/shflgen/spec"

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
	everywhere := LanesWhere(b.net.Spec.Lanes(), func(int) bool { return true })
	b.net.Outs = append(b.net.Outs, b.element(0, b.node(RankInGroup{}), everywhere),
		Out{spec.CountRole, 0, b.node(MemberCount{}), everywhere})
}
