package network

import (
	"errors"

	"github.com/shflgen/shflgen"
)

// Neighbour is the place of the next member after the lane in its segment, or of
// the last before it; of patterns that take keys, in its group, which is those of the
// segment that have the lane's key. If there is none the place is nowhere.
type Neighbour struct{ Before bool }

func (e Neighbour) row() row {
	text := "next member"
	if e.Before {
		text = "last member before"
	}
	return row{
		sort: Place,
		value: func(a at) value {
			found := value{nowhere | uint64(a.lane)}
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
	}
}

// Leap is the place that the lane at place P has for P; nowhere if P is.
type Leap struct{ P *Node }

func (e Leap) row() row {
	return row{
		sort:     Place,
		operands: []operand{{e.P, Place, unpacked}},
		with:     func(to []*Node) Expr { return Leap{to[0]} },
		value: func(a at) value {
			p := a.of(e.P)
			if p == nil || p[0] >= nowhere {
				return p
			}
			return a.from(e.P, int(p[0]))
		},
		text:  func() string { return "%s of the lane there" },
		cost:  func(shflgen.Spec, int) Cost { return Cost{Shuffles: 1} },
		reads: throughout(e.P),
	}
}

// Lowest is the place of the lowest member of the segment, or of the lane's group,
// which may have none in mask mode member.
type Lowest struct{}

func (Lowest) row() row {
	return row{
		sort: Place,
		value: func(a at) value {
			if m := a.members(); len(m) > 0 {
				return value{uint64(m[0])}
			}
			return value{nowhere | uint64(a.lane)}
		},
		text: func() string { return "lowest member" },
	}
}

// Found is true where P is a place, not nowhere.
type Found struct{ P *Node }

func (e Found) row() row {
	return row{
		sort:     Condition,
		operands: []operand{{e.P, Place, unpacked}},
		with:     func(to []*Node) Expr { return Found{to[0]} },
		value: func(a at) value {
			p := a.of(e.P)
			if p == nil {
				return nil
			}
			return truth(p[0] < nowhere)
		},
		text: func() string { return "%s exists" },
	}
}

// Fetch is the element X of the lane at place P. Where P is nowhere it is the lane's
// own or that of one that it has taken in: no harm to an idempotent op, and to others
// as unspecified as a [Shuffle] that is out of range.
type Fetch struct{ X, P *Node }

func (e Fetch) row() row {
	return row{
		operands: append(elements(e.X), operand{e.P, Place, unpacked}),
		with:     func(to []*Node) Expr { return Fetch{to[0], to[1]} },
		reads: func(s shflgen.Spec, lane int, read readFunc) error {
			read(e.P, lane)
			return throughout(e.X)(s, lane, read)
		},
		requires: func(s shflgen.Spec) error {
			if s.Mask != shflgen.Active && !s.Pattern.Keyed() {
				return errors.New("reads a member's place, but lanes that are none make the call")
			}
			return nil
		},
		value: func(a at) value {
			l, p := a.spec.Laws(), a.of(e.P)
			if p == nil || p[0] >= nowhere && !(l.Associative && l.Commutative && l.Idempotent) {
				return nil
			}
			return a.from(e.X, int(p[0]%nowhere))
		},
		text: func() string { return "%s of the lane at %s" },
		cost: func(_ shflgen.Spec, words int) Cost { return Cost{Shuffles: words} },
	}
}
