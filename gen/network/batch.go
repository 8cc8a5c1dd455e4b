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
// that then has to move.
func buildBatchReduce(b *builder) {
	s := b.net.Spec
	var from []holder
	if w := enclosing(s.Width); w == s.Width || w == shflgen.WarpSize {
		from = b.butterflies(b.contributions(w > s.Width), w)
	} else {
		in := b.contributions(false)
		for first := 0; first < s.N; first += s.Width {
			block := in[first:min(first+s.Width, s.N)]
			if b.treesAreShorter(len(block)) {
				from = append(from, b.trees(block)...)
			} else {
				from = append(from, b.exchanged(block)...)
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

// holder is where the reduction of one register is: in node, in the lanes at
// those places of each segment that holds names.
type holder struct {
	node  *Node
	holds func(place int) bool
}

// enclosing is the least power of two that is at least w.
func enclosing(w int) int { return 1 << bits.Len(uint(w-1)) }

// named is the condition of a set of lanes that many nodes test: one node a name.
func (b *builder) named(name string, set Lanes) *Node {
	for _, s := range b.net.Steps {
		for _, n := range s.Nodes {
			if n.Name == name {
				return n
			}
		}
	}
	n := b.node(InLanes{set})
	n.Name = name
	return n
}

// inBit is the condition that bit d of a lane's place is set.
func (b *builder) inBit(d int, set Lanes) *Node { return b.named(fmt.Sprintf("upper%d", d), set) }

// places is the set of lanes of whole segments at the places for which is holds.
func (b *builder) places(is func(place int) bool) Lanes {
	own := b.route(Own, 0)
	return LanesWhere(own.Lanes, func(i int) bool { return own.InSegment(i) && is(i-own.Base(i)) })
}

// contributions are the registers, or the identity where a lane is no member; with
// outside, also in lanes past the last segment.
func (b *builder) contributions(outside bool) []*Node {
	s := b.net.Spec
	member, where := s.Mask == shflgen.Member, "A lane that is no member"
	switch {
	case !member && !outside:
		b.step("Every lane contributes its registers.")
	case outside && member:
		where = "A lane that is no member, or past the segment,"
	case outside:
		where = "A lane past the segment"
	}
	var here *Node
	if member || outside {
		b.step("%s contributes the identity.", where)
	}
	if member {
		here = b.node(IsMember{Route{Mode: Own, Width: 1, Lanes: s.Lanes()}})
	}
	if outside {
		inside := b.node(InLanes{b.route(Own, 0).Segments()})
		if here != nil {
			inside = b.node(All{[]*Node{inside, here}})
		}
		here = inside
	}
	var id *Node
	if here != nil {
		here.Name = "takes_part"
		id = b.node(Identity{})
	}
	var in []*Node
	for k := range s.N {
		x := b.node(Input{k})
		if here != nil {
			x = b.node(Select{here, x, id})
		}
		in = append(in, x)
	}
	return in
}

// slot is what a lane holds under way: one of several registers, which one told by
// the lane's place.
type slot struct {
	node      *Node
	registers []int
}

// butterflies is the transposing butterfly over segments of w lanes, a power of
// two: at distance d a lane keeps of two registers, whose numbers differ in bit d,
// the one that agrees with its own place in bit d, and gives the other one away. A
// register without a partner is combined by both lanes. A block of n registers
// takes ceil(n/2) + ceil(n/4) + … shuffles where distances ascend. The op is
// commutative, so each lane may put its own on the left.
func (b *builder) butterflies(in []*Node, w int) []holder {
	s := b.net.Spec
	order := s.Order
	if s.Laws().Associative {
		order = shflgen.Near // pairs the most registers
	}
	now := map[int]slot{} // by number, as if each block had w registers
	for k, x := range in {
		now[k/s.Width*w+k%s.Width] = slot{x, []int{k}}
	}
	told := make([]int, len(in)) // bits of the place that tell a register from another
	for _, d := range distances(order, w) {
		exchange := false
		for key := range now {
			exchange = exchange || key&d != 0
		}
		by := Route{Mode: Xor, Dist: d, Width: w, Lanes: s.Lanes()}
		var upper *Node
		if exchange {
			b.step("Distance %[1]d: of two registers a lane keeps one, and lane i^%[1]d takes the other.", d)
			upper = b.inBit(d, LanesWhere(by.Lanes, func(i int) bool { return i&d != 0 }))
		} else {
			b.step("Distance %[1]d: lane i and lane i^%[1]d combine.", d)
		}
		next := map[int]slot{}
		for _, key := range slices.Sorted(maps.Keys(now)) {
			if key&d != 0 {
				continue // gone with its partner
			}
			low, registers := now[key].node, now[key].registers
			keep, give := low, low
			if other, paired := now[key|d]; paired {
				keep, give = b.node(Select{upper, other.node, low}), b.node(Select{upper, low, other.node})
				registers = slices.Concat(registers, other.registers)
				for _, k := range registers {
					told[k] |= d
				}
			}
			next[key] = slot{b.node(Combine{keep, b.node(Shuffle{give, by})}), registers}
		}
		now = next
	}
	held := make([]holder, len(in))
	for _, last := range now {
		for _, k := range last.registers {
			held[k] = holder{last.node, func(place int) bool { return (place^k%s.Width)&told[k] == 0 }}
		}
	}
	return held
}

// treesAreShorter reports whether a block of n registers takes no more shuffles
// by trees than by an exchange.
func (b *builder) treesAreShorter(n int) bool {
	s := b.net.Spec
	move := n // to all lanes, or to the one lane that is not first
	if !s.All {
		move--
	}
	exchange := s.Width - 1
	if s.All {
		exchange += n
	}
	return n*len(distances(s.Order, s.Width))+move <= exchange
}

// trees reduces each register to the first lane of a segment.
func (b *builder) trees(in []*Node) []holder {
	now := slices.Clone(in)
	for _, d := range distances(b.net.Spec.Order, b.net.Spec.Width) {
		b.step("Distance %[1]d: lane i takes in lane i+%[1]d.", d)
		by := b.route(Down, d)
		ok := b.named(fmt.Sprintf("reads%d", d), by.InRange())
		for k, x := range now {
			now[k] = b.node(Select{ok, b.node(Combine{x, b.node(Shuffle{x, by})}), x})
		}
	}
	var held []holder
	for _, x := range now {
		held = append(held, holder{x, func(place int) bool { return place == 0 }})
	}
	return held
}

// exchanged gives each lane all elements of the register that has its place, and
// then reduces them within the lane.
func (b *builder) exchanged(in []*Node) []holder {
	s := b.net.Spec
	w := s.Width
	give := make([]*Node, w) // nil where it is of no matter
	copy(give, in)
	b.step("A lane turns its registers by its place: the t-th is for the lane t places further.")
	give = b.turned(give, 1)
	b.step("Lanes exchange: the t-th element comes from the lane t places further.")
	got := []*Node{give[0]}
	for t := 1; t < w; t++ {
		got = append(got, b.node(Shuffle{give[w-t], b.route(Turn, t)}))
	}
	if l := s.Laws(); !l.Associative || !l.Commutative {
		b.step("A lane turns what it got back: the t-th element is that of place t.")
		got = b.turned(got, -1)
	}
	b.step("A lane reduces what it got.")
	for _, d := range distances(s.Order, w) {
		for p := 0; p+d < w; p++ {
			if s.Order == shflgen.Far || p%(2*d) == 0 {
				got[p] = b.node(Combine{got[p], got[p+d]})
			}
		}
	}
	var held []holder
	for k := range in {
		held = append(held, holder{got[0], func(place int) bool { return place == k }})
	}
	return held
}

// turned is x turned by the lane's place, times by: bit by bit of the place.
func (b *builder) turned(x []*Node, by int) []*Node {
	w := len(x)
	for d := 1; d < w; d *= 2 {
		is := b.inBit(d, b.places(func(place int) bool { return place&d != 0 }))
		next := make([]*Node, w)
		for i := range next {
			turned, plain := x[((i+by*d)%w+w)%w], x[i]
			switch {
			case turned == nil || turned == plain:
				next[i] = plain
			case plain == nil:
				next[i] = turned
			default:
				next[i] = b.node(Select{is, turned, plain})
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
	var outs []Out
	for first := 0; first < len(held); first += w {
		block := held[first:min(first+w, len(held))]
		result := block[0].node
		for place, h := range block {
			if h.node == result && h.holds(place) {
				continue
			}
			if place == 1 {
				b.step("A lane takes the register of its place from the segment's first lane.")
			}
			here := b.named(fmt.Sprintf("at%d", place), b.places(func(p int) bool { return p == place }))
			result = b.node(Select{here, b.node(Shuffle{h.node, b.from(0)}), result})
		}
		outs = append(outs, Out{result, b.places(func(place int) bool { return place < len(block) })})
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

// spread are the results in every lane, each in its own register.
func (b *builder) spread(held []holder) []Out {
	w := b.net.Spec.Width
	everywhere := b.places(func(int) bool { return true })
	b.step("Every lane takes each register from the lane that holds it.")
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
		if !everyone {
			result = b.node(Shuffle{h.node, b.from(at)})
		}
		outs = append(outs, Out{result, everywhere})
	}
	return outs
}
