package network

import (
	"errors"

	"github.com/shflgen/shflgen"
)

// Neighbour is the place of the next member after the lane in its segment, or of
// the last before it; of patterns that take keys, in its group, which is those of the
// segment that have the lane's key. If there is none the place is nowhere.
type Neighbour struct{ Before bool }

func (Neighbour) row() row { return row{sort: Place} }

// Leap is the place that the lane at place P has for P; nowhere if P is.
type Leap struct{ P *Node }

func (e Leap) row() row {
	return row{
		sort:     Place,
		operands: []operand{{e.P, Place, unpacked}},
		with:     func(to []*Node) Expr { return Leap{to[0]} },
		reads:    throughout(e.P),
	}
}

// Lowest is the place of the lowest member of the segment, or of the lane's group,
// which may have none in mask mode member.
type Lowest struct{}

func (Lowest) row() row { return row{sort: Place} }

// Found is true where P is a place, not nowhere.
type Found struct{ P *Node }

func (e Found) row() row {
	return row{
		sort:     Condition,
		operands: []operand{{e.P, Place, unpacked}},
		with:     func(to []*Node) Expr { return Found{to[0]} },
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
	}
}
