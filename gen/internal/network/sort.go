package network

import (
	"errors"

	"github.com/shflgen/shflgen/spec"
)

// buildSort is the bitonic sorting network (Batcher, "Sorting networks and their
// applications", AFIPS 1968) in the form in which the lower of two positions always keeps
// what sorts first. A segment of any width is then sorted: the positions past its end
// would hold what sorts last, and no exchange would move that. Position lane·n + r is
// register r of a lane.
func buildSort(b *builder) {
	s := b.net.Spec
	n, width := s.Registers(), s.Width
	if n*width == 1 {
		b.step("One element is in order.")
		x := b.node(Input{})
		b.sorted(x)
		return
	}
	width = sortedWidth(s, width)
	x := b.unsorted(width)
	b.sortBlocks(x, width, width*n)
	if s.Mask == spec.Full {
		b.sorted(x...)
		return
	}
	b.step("Every member takes the elements of its rank.")
	member := b.isMember()
	for r := range x {
		ranked := x[r]
		if s.Width > 1 {
			ranked = b.node(FromRank{x[r]})
		}
		x[r] = b.node(Select{member, ranked, b.node(Input{r})})
	}
	b.sorted(x...)
}

// sorted makes elements x outputs, the slots that they were in, if they are, and the values that they came with. A
// value moves once, from its slot: to move with its key it would take part in every exchange. Who asks for a register
// of another lane does not say which, so each register of values goes once for each register of the result.
func (b *builder) sorted(x ...*Node) {
	s := b.net.Spec
	b.give(spec.ElementRole, b.segments(), x...)
	if !s.KeepsLanes() {
		return
	}
	what, whose := "The lane that the element was in.", "The value of that lane."
	if s.N > 0 {
		what, whose = "The slots that the elements were in.", "The values of those slots."
	}
	b.step("%s", what)
	was, values := make([]*Node, len(x)), make([]*Node, len(x))
	for r := range x {
		own := Select{b.node(InLanes{b.segments()}), x[r], b.node(Input{r})}
		was[r] = b.node(WasIn{b.node(own)})
	}
	if s.Sort().Value != nil {
		b.step("%s", whose)
		for r := range was {
			values[r] = b.node(Follows{was[r]})
		}
	}
	b.give(spec.ValueRole, b.everywhere(), values...)
	if s.Sort().From {
		b.give(spec.FromRole, b.everywhere(), was...)
	}
}

// WasIn is the number of the slot that the element X was in, of a sort that keeps equal elements in
// the order of slots: register r of lane i, of n, is slot i*n + r, so the lane where n is 1.
type WasIn struct{ X *Node }

func (e WasIn) row() row {
	return row{
		sort:     Number,
		operands: elements(e.X),
		value:    func(a at) value { return a.of(e.X)[1:] },
		text:     func() string { return "lane of %s" },
	}
}

// Follows is the value that came with the element of the slot that Was names, a [WasIn].
type Follows struct{ Was *Node }

func (e Follows) row() row {
	return row{
		sort:     Value,
		operands: []operand{{e.Was, Number, unpacked}},
		value: func(a at) value {
			was, n := a.of(e.Was)[0], uint64(a.spec.Brings())
			return value{a.Values[was%n][was/n]}
		},
		text: func() string { return "value of %s" },
		cost: func(s spec.Spec, _ int) Cost { return Cost{Shuffles: s.Brings() * s.ValueWords()} },
	}
}

// sortedWidth is the number of lanes over which a segment of so many is put in order: a
// segment that is alone in the warp has lanes past it, which bring what sorts last.
func sortedWidth(s spec.Spec, width int) int {
	if width > s.Warp()/2 {
		return s.Warp()
	}
	return width
}

// sortBlocks puts each size positions of a segment in order, a power of two or all.
func (b *builder) sortBlocks(x []*Node, width, size int) {
	for run := 2; run/2 < size; run *= 2 {
		b.exchange(x, width, run-1)
		b.merge(x, width, run/2)
	}
}

// merge puts each size positions of a segment in order. They are two runs: one ascends and one descends.
func (b *builder) merge(x []*Node, width, size int) {
	for d := size / 2; d > 0; d /= 2 {
		b.exchange(x, width, d)
	}
}

// unsorted are the registers of each lane before the first exchange.
func (b *builder) unsorted(width int) []*Node {
	s := b.net.Spec
	x := make([]*Node, s.Brings())
	var takesPart []*Node
	switch {
	case s.Mask == spec.Full && width == s.Width:
		b.step("Every lane contributes its elements.")
	case s.Mask == spec.Full:
		b.step("A lane past the segment contributes what sorts last.")
	case width == s.Width:
		b.step("A lane that is no member contributes what sorts last.")
	default:
		b.step("A lane that is no member, or past the segment, contributes what sorts last.")
	}
	if width > s.Width {
		takesPart = append(takesPart, b.node(InLanes{b.segments()}))
	}
	if s.Mask != spec.Full {
		takesPart = append(takesPart, b.isMember())
	}
	for r := range x {
		if x[r] = b.node(Input{r}); takesPart != nil {
			x[r] = b.node(Select{b.node(All{takesPart}), x[r], b.node(Identity{})})
		}
	}
	return x
}

// exchange puts the elements of each two positions p and p^by of a segment in order.
func (b *builder) exchange(x []*Node, width, by int) {
	lanes := by / len(x)
	if lanes == 0 {
		b.exchangeWithin(x, by)
		return
	}
	highest := 1 << log2(lanes)
	b.step("The lanes at positions p and p^%d of a segment put their elements in order.", lanes)
	upper := b.node(InLanes{LanesWhere(b.net.Spec.Lanes(), func(i int) bool { return i%width&highest != 0 })})
	first, last := b.orders()
	b.withPartners(x, width, by, func(own, other *Node) *Node {
		return b.node(Exchange{first, last, upper, own, other})
	})
}

// withPartners makes an element of the element at each position p of a segment and that at p^by. Where there is no such
// position, the element stays.
func (b *builder) withPartners(x []*Node, width, by int, makes func(own, other *Node) *Node) {
	move, from := b.partners(width, by/len(x)), make([]*Node, len(x))
	for r := range x {
		from[r] = b.node(Shuffle{x[r^by%len(x)], move})
	}
	inRange := b.inRange(move)
	for r := range x {
		x[r] = b.node(Select{inRange, makes(x[r], from[r]), x[r]})
	}
}

// exchangeWithin puts registers r and r^by of each lane in order.
func (b *builder) exchangeWithin(x []*Node, by int) {
	b.step("Registers r and r^%d of each lane are put in order.", by)
	first, last := b.orders()
	for r := range x {
		if other := r ^ by; r < other {
			x[r], x[other] = b.node(Combine{first, x[r], x[other]}), b.node(Combine{last, x[r], x[other]})
		}
	}
}

// partners is the move by which each lane reads the one at its position xor by. A lane
// without a partner reads nothing.
func (b *builder) partners(width, by int) Move {
	s := b.net.Spec
	if powerOfTwo := width&(width-1) == 0; powerOfTwo {
		return Route{Mode: Xor, Dist: by, Width: width, Lanes: s.Lanes()}.Move()
	}
	return WithinSegments(width, s.Lanes(), func(position int) int {
		if partner := position ^ by; partner < width {
			return partner
		}
		return none
	})
}

// orders are the functions of what sorts first and last of two elements.
func (b *builder) orders() (first, last *Fn) {
	least, greatest := b.net.Spec, b.net.Spec
	least.Op, greatest.Op = spec.Min, spec.Max
	if b.net.Spec.Sort().Descending {
		least, greatest = greatest, least
	}
	return opOf(least), opOf(greatest)
}

// Exchange is one side of putting two elements in order: what sorts last of X and Y in the
// lanes where Upper holds, else what sorts first.
type Exchange struct {
	First, Last *Fn
	Upper       *Node
	X, Y        *Node
}

func (e Exchange) row() row {
	return row{
		operands: append([]operand{{e.Upper, Condition, unpacked}}, elements(e.X, e.Y)...),
		requires: func(s spec.Spec) error { return errors.Join(e.First.check(s), e.Last.check(s)) },
		value: func(a at) value {
			if a.of(e.Upper)[0] == 1 {
				return a.combined(e.Last, a.of(e.X), a.of(e.Y))
			}
			return a.combined(e.First, a.of(e.X), a.of(e.Y))
		},
		text: func() string { return "if %s then " + e.Last.name() + ", else " + e.First.name() + ", of %s and %s" },
		cost: func(spec.Spec, int) Cost { return Cost{Ops: 1} },
	}
}
