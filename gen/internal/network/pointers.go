package network

import (
	"errors"

	"github.com/shflgen/shflgen/spec"
)

// Successor points to the next member after the lane in its segment, or to the last one
// before it. With keys, it points within the lane's group: the members of the segment that
// have the lane's key. It is none if there is no such member.
type Successor struct{ Before bool }

func (e Successor) row() row {
	text := "next member"
	if e.Before {
		text = "last member before"
	}
	return row{
		sort: Pointer,
		value: func(a at) value {
			found := value{noLane | uint64(a.lane)}
			for _, m := range a.members() {
				if e.Before && m < a.lane {
					found = value{uint64(m)}
				} else if !e.Before && m > a.lane {
					return value{uint64(m)}
				}
			}
			return found
		},
		text: func() string { return text },
		cost: func(s spec.Spec, _ int) Cost {
			if s.Shape().Keyed() {
				return Cost{Matches: 1} // which finds the group, for all pointers
			}
			return Cost{}
		},
	}
}

// Jump is the pointer P of the lane that P points to; none if P is none.
type Jump struct{ P *Node }

func (e Jump) row() row {
	return row{
		sort:     Pointer,
		operands: []operand{{e.P, Pointer, unpacked}},
		value: func(a at) value {
			p := a.of(e.P)
			if p[0] >= noLane {
				return p
			}
			return a.from(e.P, int(p[0]))
		},
		text:  func() string { return "%s of the lane it points to" },
		cost:  func(spec.Spec, int) Cost { return Cost{Shuffles: 1} },
		reads: reach(ofSegment).reads([]*Node{e.P}),
	}
}

// Lowest points to the lowest member of the segment or, with keys, of the lane's group. A
// group may be empty in mask mode member; then it is none.
type Lowest struct{}

func (Lowest) row() row {
	return row{
		sort: Pointer,
		value: func(a at) value {
			if m := a.members(); len(m) > 0 {
				return value{uint64(m[0])}
			}
			return value{noLane | uint64(a.lane)}
		},
		text: func() string { return "lowest member" },
	}
}

// Exists is true where P points to a lane.
type Exists struct{ P *Node }

func (e Exists) row() row {
	return row{
		sort:     Condition,
		operands: []operand{{e.P, Pointer, unpacked}},
		value:    func(a at) value { return truth(a.of(e.P)[0] < noLane) },
		text:     func() string { return "%s points to a lane" },
	}
}

// Fetch is the element X of the lane that P points to. Where P is none, Fetch is an element
// that the lane has combined already: an idempotent op may combine it again. For other
// ops it is as unspecified as a [Shuffle] out of range.
type Fetch struct{ X, P *Node }

func (e Fetch) row() row {
	return row{
		operands: append(elements(e.X), operand{e.P, Pointer, unpacked}),
		reads:    reach(ofSegment).reads([]*Node{e.X}, e.P),
		requires: func(s spec.Spec) error {
			_, own := e.P.Expr.(OfRank)
			if s.Mask != spec.Active && !s.Pattern.Keyed() && !own {
				return errors.New("reads from a member, but lanes that are no member make the call")
			}
			return nil
		},
		value: func(a at) value {
			p := a.of(e.P)
			_, own := e.P.Expr.(OfRank)
			if p[0] >= noLane && !own && !absorbs(a.spec) {
				return nil
			}
			return a.from(e.X, int(p[0]%noLane))
		},
		text: func() string { return "%s of the lane that %s points to" },
		cost: func(_ spec.Spec, words int) Cost { return Cost{Shuffles: words} },
	}
}

// PointerJumping is the network of a call that only members make. A member combines with
// the member 1, 2, 4, … ranks away, which it finds by pointer jumping: Wyllie, "The
// Complexity of Parallel Computations" (1979).
func PointerJumping(s spec.Spec) (*Network, error) {
	if s.Pattern.Keyed() {
		return jumpWithinGroups(s), nil
	}
	b := newBuilder(s)
	scan := s.Pattern == spec.InclusiveScan || s.Pattern == spec.ExclusiveScan
	b.step("The member %s the lane, within its segment.", map[bool]string{true: "before", false: "after"}[scan])
	next := b.node(Successor{Before: scan})
	one := next
	b.mine = b.node(Input{})
	x := b.climb(b.mine, next, scan)
	switch {
	case s.Width == 1 && s.Pattern == spec.ExclusiveScan:
		b.step("The only member has none before it.")
		x = b.nobody()
	case s.Width == 1: // x is its own
	case s.Pattern == spec.Reduce:
		b.step("Every member takes the value of the lowest one.")
		x = b.node(Fetch{x, b.node(Lowest{})})
	case s.Pattern == spec.ExclusiveScan:
		lowest := "the lowest the identity"
		if s.KeepsWithoutMembers() {
			lowest = "the lowest keeps its element"
		}
		b.step("A member takes the scan of the one before it, %s.", lowest)
		x = b.node(Select{b.node(Exists{one}), b.node(Fetch{x, one}), b.nobody()})
	}
	b.result, b.lanes = x, b.segments()
	if s.HasLane() {
		b.winner()
	}
	return b.done(), nil
}

// RejectPointerJumping says why [PointerJumping] does not build s; nothing if it does.
func RejectPointerJumping(s spec.Spec) string {
	if !s.Pattern.Keyed() && s.Mask != spec.Active {
		return "all lanes make the call, so a lane that is no member can contribute the identity"
	}
	if !s.Pattern.Reduces() {
		return s.Pattern.String() + " combines nothing"
	}
	return ""
}

// climb combines x with the elements of the members 1, 2, 4, … ranks away; next points to
// the first of them.
func (b *builder) climb(x, next *Node, before bool) *Node {
	s := b.net.Spec
	reaches, towards := distances(s.Order, s.Width), map[bool]string{true: "back", false: "further"}[before]
	for i, d := range reaches {
		b.step("%d %s %s: a member takes in the one there, if there is one.", d, plural(d, "rank"), towards)
		x = b.jump(x, next, before)
		if i+1 < len(reaches) {
			next = b.node(Jump{next})
		}
	}
	return x
}

// jump combines x with the element that p points to, on its left if that comes before.
// Where p is none, x stays: by a select, or without one if the op is idempotent.
//
// The select is on the operand for float64, since an op on doubles has a longer latency than
// a select, and for min and max of 64 bits, since nvcc merges the selects. Else it is on the
// result.
func (b *builder) jump(x, p *Node, before bool) *Node {
	s := b.net.Spec
	from := b.node(Fetch{x, p})
	if absorbs(s) {
		return b.node(Combine{b.fn, x, from})
	}
	found := b.node(Exists{p})
	early := s.Type == spec.Float64 || s.Type.Bits() == 64 && (s.Op == spec.Min || s.Op == spec.Max || s.HasLane())
	early = early && !s.KeepsWithoutMembers()
	if early {
		from = b.node(Select{found, from, b.node(Identity{})})
	}
	both := Combine{b.fn, x, from}
	if before {
		both = Combine{b.fn, from, x}
	}
	if early {
		return b.node(both)
	}
	return b.node(Select{found, b.node(both), x})
}

// absorbs reports whether an element may be combined again with what it is in already.
func absorbs(s spec.Spec) bool {
	return s.AnyTree() && s.Laws().Idempotent
}

// HasPointers reports whether the network finds members by pointers.
func HasPointers(n *Network) bool {
	return n.Count(func(e Expr) bool { return e.row().sort == Pointer }) > 0
}

func plural(n int, word string) string {
	if n == 1 {
		return word
	}
	return word + "s"
}
