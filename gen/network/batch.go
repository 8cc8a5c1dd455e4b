package network

import (
	"fmt"
	"maps"
	"math/bits"
	"slices"

	"github.com/shflgen/shflgen"
)

// buildBatchReduce reduces N registers a lane at once. Register k of a segment of
// w lanes belongs to place k mod w, so that the registers come in blocks of w.
//
// Where w is a power of two, or so large that the warp has one segment only, all
// blocks go through the transposing butterfly. Else each block, of n registers,
// takes the way of fewer shuffles: w-1 to exchange all elements first and reduce
// them within a lane, or ceil(log2 w) for each register's tree and one for each
// that then has to move. Where a word holds f elements, an exchange takes f blocks
// at once, and f registers share a tree.
func buildBatchReduce(b *builder) {
	s := b.net.Spec
	var from []holder
	if w := enclosing(s.Width); w == s.Width || w == shflgen.WarpSize {
		from = b.butterflies(w)
	} else {
		b.late = false
		b.contributes(false)
		for first := 0; first < s.N; first += b.fields * s.Width {
			last := min(first+b.fields*s.Width, s.N)
			if b.treesAreShorter(last - first) {
				from = append(from, b.trees(first, last)...)
			} else {
				from = append(from, b.exchanged(first, last)...)
			}
		}
	}
	var outs []Out
	if s.All {
		outs = b.spread(from)
	} else {
		outs = b.placed(from)
	}
	b.net.Result, b.net.Gives, b.net.More = outs[0].Result, outs[0].Gives, outs[1:]
}

// holder is where the reduction of one register is: in a field of a word (of an
// element: in the node itself), in the lanes at the places that holds names.
type holder struct {
	node  *Node
	field int
	holds func(place int) bool
}

// enclosing is the least power of two that is at least w.
func enclosing(w int) int { return 1 << bits.Len(uint(w-1)) }

// named is the condition of a set of lanes that many nodes test: one node a name.
func (b *builder) named(name string, e Expr) *Node {
	for _, s := range b.net.Steps {
		for _, n := range s.Nodes {
			if n.Name == name {
				return n
			}
		}
	}
	n := b.node(e)
	n.Name = name
	return n
}

// inBit is the condition that bit d of a lane's place is set.
func (b *builder) inBit(d int, set Lanes) *Node {
	return b.named(fmt.Sprintf("upper%d", d), InLanes{set})
}

// places is the set of lanes of whole segments at the places for which is holds.
func (b *builder) places(is func(place int) bool) Lanes {
	own := b.route(Own, 0)
	return LanesWhere(own.Lanes, func(i int) bool { return own.InSegment(i) && is(i-own.Base(i)) })
}

// contributes says who brings what: a lane its registers, or the identity where it
// is no member or, with outside, past the last segment.
func (b *builder) contributes(outside bool) {
	s := b.net.Spec
	member, who := s.Mask == shflgen.Member, "A lane that is no member"
	switch {
	case outside && member:
		who = "A lane that is no member, or past the segment,"
	case outside:
		who = "A lane past the segment"
	}
	contributes := "Every lane contributes its registers"
	if member || outside {
		contributes = who + " contributes the identity"
	}
	if b.late {
		contributes += ", and its partner takes nothing of it"
	}
	if b.fields > 1 {
		contributes += fmt.Sprintf("; %d elements travel in one word", b.fields)
	}
	b.step("%s.", contributes)
	var terms []*Node
	if outside {
		terms = append(terms, b.node(InLanes{b.route(Own, 0).Segments()}))
	}
	if member {
		terms = append(terms, b.node(IsMember{Route{Mode: Own, Width: 1, Lanes: s.Lanes()}}))
	}
	if terms != nil {
		b.member = b.named("takes_part", All{terms})
	}
}

// nothing stands for a register where a field of a word is of no matter.
const nothing = -1

// contributed is a word of several registers, or of the identity.
func (b *builder) contributed(registers []int) *Node {
	var of []*Node
	for i, r := range registers {
		if r == nothing {
			of = append(of, of[i-1])
		} else {
			of = append(of, b.node(Input{r}))
		}
	}
	x := b.pack(of)
	if b.member == nil || b.late {
		return x
	}
	return b.masked(x)
}

// masked is a word, or the identity where the lane does not contribute.
func (b *builder) masked(x *Node) *Node {
	if b.absent == nil {
		b.absent = b.pack(slices.Repeat([]*Node{b.node(Identity{})}, b.fields))
	}
	return b.wide(Select{b.member, x, b.absent})
}

// butterflies is the transposing butterfly over segments of w lanes, a power of
// two: at each distance a lane keeps one of two registers, the one that its own
// place names, and gives the other one away. A register without a partner is
// combined by both lanes. In near order n registers of a block of w take
// ceil(n/2f) + ceil(n/4f) + … shuffles, where a word holds f elements. The op is
// commutative, so each lane may put its own on the left.
func (b *builder) butterflies(w int) []holder {
	s := b.net.Spec
	order := s.Order
	if s.Laws().Associative {
		order = shflgen.Near // pairs the most registers
	}
	now := slots{}
	for k := range s.N {
		place := k % s.Width
		if order == shflgen.Far { // the highest bit of the place is told first
			place = int(bits.Reverse32(uint32(place)) >> (33 - bits.Len(uint(w))))
		}
		now[k/s.Width*w+place] = []int{k}
	}
	outside := w > s.Width
	b.late = b.late && w > 1 && (outside || s.Mask == shflgen.Member) && s.N >= lateFrom*b.fields && guards(s)
	b.contributes(outside)
	words := b.packed(now)
	told := make([]int, s.N) // the bits of its place that tell a register from another
	for _, d := range distances(order, w) {
		by := Route{Mode: Xor, Dist: d, Width: w, Lanes: s.Lanes()}
		both := func(keep, give *Node) *Node { return b.wide(Combine{keep, b.wide(Shuffle{give, by})}) }
		if b.late {
			gives := b.gives(by, outside)
			both = func(keep, give *Node) *Node {
				keep = b.masked(keep)
				return b.wide(Select{gives, b.wide(Combine{keep, b.wide(Shuffle{give, by})}), keep})
			}
			b.late = false
		}
		if len(now) == 1 || s.All && len(words) == 1 { // to part them would save no shuffle
			b.step("Distance %[1]d: lane i and lane i^%[1]d combine.", d)
			words[0] = both(words[0], words[0])
			continue
		}
		title := "Distance %[1]d: lane i and lane i^%[1]d combine." // where no register has a partner
		for slot := range now {
			if now[slot^1] != nil {
				title = "Distance %[1]d: of two registers a lane keeps one, and lane i^%[1]d takes the other."
			}
		}
		b.step(title, d)
		upper := b.inBit(d, LanesWhere(by.Lanes, func(i int) bool { return i&d != 0 }))
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
				told[k] |= d
			}
		}
		words, now = next, now.halved()
	}
	held := make([]holder, s.N)
	for slot, registers := range now {
		for _, k := range registers {
			held[k] = holder{words[slot/b.fields], slot % b.fields, func(place int) bool { return (place^k%s.Width)&told[k] == 0 }}
		}
	}
	return held
}

// lateFrom is from how many words on it pays to ask whether the giver is a member.
const lateFrom = 4

// guards reports whether compilers make of an op and the choice to do without it one
// instruction under a guard. Of integers and of doubles they make a select after all.
func guards(s shflgen.Spec) bool { return s.Type.Class() == shflgen.Float && s.Type.Bits() <= 32 }

// gives is the condition that the lane that by reads contributes.
func (b *builder) gives(by Route, outside bool) *Node {
	terms := []*Node{}
	if outside {
		inside := b.route(Own, 0).Segments()
		terms = append(terms, b.node(InLanes{LanesWhere(by.Lanes, func(i int) bool {
			source, _ := by.Source(i)
			return inside.Has(source)
		})}))
	}
	if b.net.Spec.Mask == shflgen.Member {
		terms = append(terms, b.node(IsMember{by}))
	}
	return b.named("partner_takes_part", All{terms})
}

// slots are what a lane holds: by number the registers of which it has one, told
// apart by its place. Slots 2t and 2t+1 differ in the bit of the place that the next
// distance is, and become slot t. Without slot 2t there is no slot 2t+1. Where a
// word holds f elements, word t holds slots t·f..t·f+f-1.
type slots map[int][]int

// halved are the slots after a distance.
func (s slots) halved() slots {
	next := slots{}
	for slot, registers := range s {
		next[slot/2] = append(next[slot/2], registers...)
	}
	return next
}

// packed are the words of the slots at the start, of a register each.
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

// parted is word t of the next distance as a lane keeps it, and the one that it
// gives away; nil if no slot is in it.
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
		case now[2*(t*b.fields+i)] == nil: // of no matter
			low[i], high[i] = low[i-1], high[i-1]
		case now[2*(t*b.fields+i)+1] == nil:
			low[i], high[i] = 2*i, 2*i
		default:
			low[i], high[i] = 2*i, 2*i+1
		}
	}
	if slices.Equal(low, high) {
		keep = b.wide(Pick{A: one, B: other, Then: low})
		return keep, keep
	}
	return b.wide(Pick{upper, one, other, high, low}), b.wide(Pick{upper, one, other, low, high})
}

// treesAreShorter reports whether n registers take no more shuffles by trees than
// by an exchange.
func (b *builder) treesAreShorter(n int) bool {
	s := b.net.Spec
	words := (n + b.fields - 1) / b.fields
	trees, exchange := words*(len(distances(s.Order, s.Width))+1), s.Width-1
	if n == 1 && !s.All {
		trees-- // it is where it should be
	}
	if s.All {
		exchange += min(n, s.Width)
	}
	return trees <= exchange
}

// trees reduces registers, from first up to last, to the first lane of a segment.
func (b *builder) trees(first, last int) []holder {
	var now []*Node
	for k := first; k < last; k += b.fields {
		registers := slices.Repeat([]int{nothing}, b.fields)
		for i := range registers {
			if k+i < last {
				registers[i] = k + i
			}
		}
		now = append(now, b.contributed(registers))
	}
	for _, d := range distances(b.net.Spec.Order, b.net.Spec.Width) {
		b.step("Distance %[1]d: lane i takes in lane i+%[1]d.", d)
		by := b.route(Down, d)
		reads := b.named(fmt.Sprintf("reads%d", d), InLanes{by.InRange()})
		for t, x := range now {
			now[t] = b.wide(Select{reads, b.wide(Combine{x, b.wide(Shuffle{x, by})}), x})
		}
	}
	var held []holder
	for k := range last - first {
		held = append(held, holder{now[k/b.fields], k % b.fields, func(place int) bool { return place == 0 }})
	}
	return held
}

// exchanged gives each lane all elements of the registers that have its place, one
// of each block, and then reduces them within the lane.
func (b *builder) exchanged(first, last int) []holder {
	s := b.net.Spec
	w := s.Width
	give := make([]*Node, w) // nil where it is of no matter
	for place := range min(w, last-first) {
		registers := slices.Repeat([]int{nothing}, b.fields)
		for i := range registers {
			if k := first + i*w + place; k < last {
				registers[i] = k
			}
		}
		give[place] = b.contributed(registers)
	}
	b.step("A lane turns its registers by its place: the t-th is for the lane t places further.")
	give = b.turned(give, 1)
	b.step("Lanes exchange: the t-th element comes from the lane t places further.")
	got := []*Node{give[0]}
	for t := 1; t < w; t++ {
		got = append(got, b.wide(Shuffle{give[w-t], b.route(Turn, t)}))
	}
	if l := s.Laws(); !l.Associative || !l.Commutative {
		b.step("A lane turns what it got back: the t-th element is that of place t.")
		got = b.turned(got, -1)
	}
	b.step("A lane reduces what it got.")
	for _, d := range distances(s.Order, w) {
		for p := 0; p+d < w; p++ {
			if s.Order == shflgen.Far || p%(2*d) == 0 {
				got[p] = b.wide(Combine{got[p], got[p+d]})
			}
		}
	}
	var held []holder
	for k := range last - first {
		held = append(held, holder{got[0], k / w, func(place int) bool { return place == k%w }})
	}
	return held
}

// turned is x turned by the lane's place, times by: bit by bit of the place.
func (b *builder) turned(x []*Node, by int) []*Node {
	w := len(x)
	for d := 1; d < w; d *= 2 {
		upper := b.inBit(d, b.places(func(place int) bool { return place&d != 0 }))
		next := make([]*Node, w)
		for i := range next {
			turned, plain := x[((i+by*d)%w+w)%w], x[i]
			switch {
			case turned == nil || turned == plain:
				next[i] = plain
			case plain == nil:
				next[i] = turned
			default:
				next[i] = b.wide(Select{upper, turned, plain})
			}
		}
		x = next
	}
	return x
}

// placed are the results where the contract wants them: register k at place k mod
// w of register k / w. What lies elsewhere moves there from the first place.
func (b *builder) placed(held []holder) []Out {
	w := b.net.Spec.Width
	b.step("A lane takes the register of its place.")
	moved := map[*Node]*Node{}
	var outs []Out
	for first := 0; first < len(held); first += w {
		block := held[first:min(first+w, len(held))]
		result := b.field(block[0].node, block[0].field)
		for place, h := range block {
			if h.node == block[0].node && h.field == block[0].field && h.holds(place) {
				continue
			}
			if moved[h.node] == nil {
				moved[h.node] = b.wide(Shuffle{h.node, b.from(0)})
			}
			here := b.named(fmt.Sprintf("at%d", place), InLanes{b.places(func(p int) bool { return p == place })})
			result = b.node(Select{here, b.field(moved[h.node], h.field), result})
		}
		outs = append(outs, Out{result, b.places(func(place int) bool { return place < len(block) })})
	}
	return outs
}

// spread are the results in every lane, each in its own register.
func (b *builder) spread(held []holder) []Out {
	type source struct {
		node  *Node
		place int
	}
	w := b.net.Spec.Width
	everywhere := b.places(func(int) bool { return true })
	b.step("Every lane takes each register from a lane that holds it.")
	moved := map[source]*Node{}
	var outs []Out
	for _, h := range held {
		at, everyone := -1, true
		for place := range w {
			switch {
			case !h.holds(place):
				everyone = false
			case at < 0:
				at = place
			}
		}
		result := h.node
		if from := (source{h.node, at}); !everyone {
			if moved[from] == nil {
				moved[from] = b.wide(Shuffle{h.node, b.from(at)})
			}
			result = moved[from]
		}
		outs = append(outs, Out{b.field(result, h.field), everywhere})
	}
	return outs
}

// from reads the lane at a place of the segment: of the warp where it has one
// segment, so that no lane needs to know where its own begins.
func (b *builder) from(place int) Route {
	by := b.route(Idx, place)
	if by.Width > by.Lanes/2 {
		by.Width = by.Lanes
	}
	return by
}
