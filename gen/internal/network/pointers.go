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
			if p == nil || p[0] >= noLane {
				return p
			}
			return a.from(e.P, int(p[0]))
		},
		text:  func() string { return "%s of the lane it points to" },
		cost:  func(spec.Spec, int) Cost { return Cost{Shuffles: 1} },
		reads: throughout(e.P),
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
		value: func(a at) value {
			p := a.of(e.P)
			if p == nil {
				return nil
			}
			return truth(p[0] < noLane)
		},
		text: func() string { return "%s points to a lane" },
	}
}

// Fetch is the element X of the lane that P points to. Where P is none, Fetch is an element
// that the lane has combined already: an idempotent op may combine it again. For other
// ops it is as unspecified as a [Shuffle] out of range.
type Fetch struct{ X, P *Node }

func (e Fetch) row() row {
	return row{
		operands: append(elements(e.X), operand{e.P, Pointer, unpacked}),
		reads: func(s spec.Spec, lane int, read readFunc) error {
			read(e.P, lane)
			return throughout(e.X)(s, lane, read)
		},
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
			if p == nil || p[0] >= noLane && !own && !absorbs(a.spec) {
				return nil
			}
			return a.from(e.X, int(p[0]%noLane))
		},
		text: func() string { return "%s of the lane that %s points to" },
		cost: func(_ spec.Spec, words int) Cost { return Cost{Shuffles: words} },
	}
}
