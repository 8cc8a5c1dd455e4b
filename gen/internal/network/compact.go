package network

import (
	"fmt"

	"github.com/shflgen/shflgen/spec"
)

// Compacted is, in lane base+r of a segment, a register of the member of rank r; past the last
// member, the lane's own.
type Compacted struct{ Register int }

func (e Compacted) row() row {
	return row{
		requires: Input(e).row().requires,
		value: func(a at) value {
			source, ok := a.ofRank()
			if !ok {
				source = a.lane
			}
			return a.input(e.Register, source)
		},
		text: func() string { return fmt.Sprintf("input %d of the member of the lane's rank", e.Register) },
	}
}

// OfRank points, in lane base+r of a segment, to the member of rank r. Past the last member it is
// none, and a [Fetch] by it is the lane's own element.
type OfRank struct{}

func (OfRank) row() row {
	return row{
		sort: Pointer,
		value: func(a at) value {
			if source, ok := a.ofRank(); ok {
				return value{uint64(source)}
			}
			return value{noLane | uint64(a.lane)}
		},
		text: func() string { return "member of the lane's rank" },
		cost: func(s spec.Spec, _ int) Cost { return Cost{Votes: rankBits(s)} },
	}
}

// rankBits is how many bits the rank of a member has.
func rankBits(s spec.Spec) int { return len(distances(spec.Near, s.Width)) }

// ofRank is the member with the lane's position in its segment as its rank, if there is one.
func (a at) ofRank() (source int, ok bool) {
	segment := segmentsOf(a.spec)
	members := a.members()
	if rank := a.lane - segment.Base(a.lane); segment.InSegment(a.lane) && rank < len(members) {
		return members[rank], true
	}
	return 0, false
}

// MemberCount is the number of members of the lane's segment or, with keys, of its group; 0 past
// the last segment.
type MemberCount struct{}

func (MemberCount) row() row {
	return row{
		sort: Number,
		value: func(a at) value {
			if !segmentsOf(a.spec).InSegment(a.lane) {
				return value{0}
			}
			return value{uint64(len(a.members()))}
		},
		text: func() string { return "count of the members" },
	}
}

// buildCompact moves the elements of the members to the front of their segment.
func buildCompact(b *builder) {
	b.step("Lane base + r takes the registers of the member of rank r, or keeps its own if there is none.")
	for r := range b.net.Spec.Registers() {
		if b.net.Spec.Width == 1 {
			b.give(r, Input{r})
		} else {
			b.give(r, Compacted{r})
		}
	}
	b.count()
}

// CompactByPointer is [buildCompact] with the source of each lane found once, for all registers.
func CompactByPointer(s spec.Spec) (*Network, error) {
	b := newBuilder(s)
	b.step("The lane of the member of rank r, in lane base + r; the lane itself if there is none.")
	source := b.node(OfRank{})
	b.step("Every lane takes the registers of its source.")
	for r := range s.Registers() {
		b.give(r, Fetch{b.node(Input{r}), source})
	}
	b.count()
	return b.done(), nil
}

// RejectCompactByPointer says why [CompactByPointer] does not build s; nothing if it does.
func RejectCompactByPointer(s spec.Spec) string {
	switch {
	case s.Pattern != spec.Compact:
		return s.Pattern.String() + " moves no members to the front"
	case s.TakesMemory():
		return "its function takes memory"
	case s.Width == 1:
		return "a segment of one lane keeps its element"
	}
	return ""
}

// give makes an expression the output of a register.
func (b *builder) give(register int, e Expr) {
	b.net.Outs = append(b.net.Outs, b.element(register, b.node(e), b.route(Own, 0).Segments()))
}

// count makes the count of members an output.
func (b *builder) count() {
	b.step("Every lane counts the members of its segment.")
	everywhere := LanesWhere(b.net.Spec.Lanes(), func(int) bool { return true })
	b.net.Outs = append(b.net.Outs, Out{spec.CountRole, 0, b.node(MemberCount{}), everywhere})
}
