package network

import (
	"maps"
	"math/bits"
	"slices"

	"github.com/shflgen/shflgen/spec"
)

// butterflies is the transposing butterfly over segments of w lanes, a power of two: at each distance a lane keeps
// one of two registers, the one that its own position names, and sends the other one. A register without a partner is
// combined by both lanes. In near order n registers of a block of w take ceil(n/2f) + ceil(n/4f) + … shuffles, with f
// elements to a packed register. With a commutative op, each lane may put its own on the left.
func (b *builder) butterflies(w int) []holder {
	s := b.net.Spec
	order := s.Order
	if s.Laws().Associative {
		order = spec.Near // pairs the most registers
	}
	now := slots{}
	for k := range s.N {
		place := k % s.Width
		if order == spec.Far { // the highest bit of the position decides first
			place = int(bits.Reverse32(uint32(place)) >> (33 - bits.Len(uint(w))))
		}
		now[k/s.Width*w+place] = []int{k}
	}
	outside := w > s.Width && !b.optional()
	b.late = b.late && !b.optional() && w > 1 && (outside || s.Mask == spec.Member) && s.N >= lateFrom*b.fields &&
		guards(s)
	b.contributes(outside)
	words, has := b.packed(now), b.own()
	decided := make([]int, s.N) // by register: the bits of the position that it is bound to
	for _, d := range distances(order, w) {
		by := Route{Mode: Xor, Dist: d, Width: w, Lanes: s.Lanes()}.Move()
		hasFrom := has.moved(by)
		both := func(keep, give *Node) *Node { return b.meet(keep, b.wide(Shuffle{give, by}), d, has, hasFrom) }
		if b.late {
			gives := b.gives(by, outside)
			both = func(keep, give *Node) *Node {
				keep = b.masked(keep)
				return b.wide(Select{gives, b.wide(Combine{b.fn, keep, b.wide(Shuffle{give, by})}), keep})
			}
			b.late = false
		}
		if len(now) == 1 || s.All() && len(words) == 1 { // splitting them would save no shuffle
			b.step("Distance %[1]d: lane i and lane i^%[1]d combine.", d)
			words[0] = both(words[0], words[0])
			has = has.and(hasFrom)
			continue
		}
		title, halves := "Distance %[1]d: lane i and lane i^%[1]d combine.", 0 // where no register has a partner
		for slot := range now {
			if now[slot^1] != nil {
				title, halves = "Distance %[1]d: of two registers a lane keeps one, and lane i^%[1]d takes the other.", d
			}
		}
		b.step(title, d)
		b.net.Steps[len(b.net.Steps)-1].Halves = halves
		upper := b.inBit(d, LanesWhere(by.Lanes(), func(i int) bool { return i&d != 0 }))
		next := make([]*Node, (len(words)+1)/2)
		for t := range next {
			if keep, give := b.parted(words, now, t, upper); keep != nil {
				next[t] = both(keep, give)
			}
		}
		for slot, registers := range now {
			if now[slot^1] == nil {
				continue
			}
			for _, k := range registers {
				decided[k] |= d
			}
		}
		words, now, has = next, now.halved(), has.and(hasFrom)
	}
	held := make([]holder, s.N)
	for slot, registers := range now {
		for _, k := range registers {
			held[k] = holder{words[slot/b.fields], slot % b.fields, func(place int) bool {
				return (place^k%s.Width)&decided[k] == 0
			}}
		}
	}
	return held
}

// lateFrom is from how many packed registers on it pays to test the sender's membership.
const lateFrom = 4

// guards reports whether compilers turn an op and the select around it into one predicated
// instruction. For integers and doubles they emit a select.
func guards(s spec.Spec) bool { return s.Type.Class() == spec.Float && s.Type.Bits() <= 32 }

// gives is the condition that the source lane of a move contributes.
func (b *builder) gives(by Move, outside bool) *Node {
	terms := []*Node{}
	if outside {
		inside := b.segments()
		terms = append(terms, b.node(InLanes{LanesWhere(by.Lanes(), func(i int) bool {
			source, _ := by.Source(i)
			return inside.Has(source)
		})}))
	}
	if b.net.Spec.Mask == spec.Member {
		terms = append(terms, b.node(IsMember{by}))
	}
	return b.named("partner_takes_part", All{terms})
}

// slots are what a lane holds. Each slot has a list of registers, and the lane's position
// selects one of them. Slots 2t and 2t+1 differ in the bit of the position that is the next
// distance, and become slot t. Without slot 2t there is no slot 2t+1. With f elements to a
// packed register, register t holds slots t·f..t·f+f-1.
type slots map[int][]int

// halved are the slots after a distance.
func (s slots) halved() slots {
	next := slots{}
	for slot, registers := range s {
		next[slot/2] = append(next[slot/2], registers...)
	}
	return next
}

// packed are the nodes that hold the slots at the start, one register in each slot.
func (b *builder) packed(now slots) []*Node {
	words := make([]*Node, (slices.Max(slices.Collect(maps.Keys(now)))+b.fields)/b.fields)
	for t := range words {
		if now[t*b.fields] == nil {
			continue
		}
		registers := slices.Repeat([]int{nothing}, b.fields)
		for i := range registers {
			if in := now[t*b.fields+i]; in != nil {
				registers[i] = in[0]
			}
		}
		words[t] = b.contributed(registers)
	}
	return words
}

// parted is node t of the next distance as a lane keeps it, and as it sends it; nil if no
// slot is in it.
func (b *builder) parted(words []*Node, now slots, t int, upper *Node) (keep, give *Node) {
	one := words[2*t]
	other := one
	if 2*t+1 < len(words) && words[2*t+1] != nil {
		other = words[2*t+1]
	}
	switch {
	case one == nil, b.fields == 1 && one == other:
		return one, one
	case b.fields == 1:
		return b.node(Select{upper, other, one}), b.node(Select{upper, one, other})
	}
	low, high := make([]int, b.fields), make([]int, b.fields)
	for i := range b.fields {
		switch {
		case now[2*(t*b.fields+i)] == nil: // not used
			low[i], high[i] = low[i-1], high[i-1]
		case now[2*(t*b.fields+i)+1] == nil:
			low[i], high[i] = 2*i, 2*i
		default:
			low[i], high[i] = 2*i, 2*i+1
		}
	}
	if slices.Equal(low, high) {
		keep = b.wide(Permute{A: one, B: other, Then: low})
		return keep, keep
	}
	return b.wide(Permute{upper, one, other, high, low}), b.wide(Permute{upper, one, other, low, high})
}
