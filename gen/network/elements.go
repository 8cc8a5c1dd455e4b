package network

import (
	"errors"
	"fmt"

	"github.com/shflgen/shflgen"
)

// Input is the lane's own element, as the caller gave it, in a register; where the
// op gives a lane, a key in its place: what the op orders by, equal for equals alone.
type Input struct{ Register int }

func (e Input) row() row {
	return row{requires: func(s shflgen.Spec) error {
		if e.Register < 0 || e.Register >= s.Registers() {
			return fmt.Errorf("reads register %d of %d", e.Register, s.Registers())
		}
		return nil
	}}
}

// Identity is the identity of the spec's op; where the op gives a lane, a key to
// which every other is preferred.
type Identity struct{}

func (Identity) row() row { return row{} }

// Shuffle is the element X of lane By.Source(i). Where By is out of range it is
// unspecified: a target may give any value, and no result may depend on it.
type Shuffle struct {
	X  *Node
	By Route
}

func (e Shuffle) row() row {
	return row{
		operands: elements(e.X),
		with:     func(to []*Node) Expr { return Shuffle{to[0], e.By} },
		reads: func(_ shflgen.Spec, lane int, read func(operand, from int)) error {
			source, ok := e.By.Source(lane)
			read(0, source)
			if !ok {
				return errors.New("a shuffle that is out of range there")
			}
			return nil
		},
	}
}

// Select is Then where If is true, else Else.
type Select struct{ If, Then, Else *Node }

func (e Select) row() row {
	return row{
		operands: append([]operand{{e.If, Condition, unpacked}}, elements(e.Then, e.Else)...),
		with:     func(to []*Node) Expr { return Select{to[0], to[1], to[2]} },
		reads: func(_ shflgen.Spec, lane int, read func(operand, from int)) error {
			read(0, lane)
			holds, ok := knownIn(e.If, lane)
			if !ok || holds {
				read(1, lane)
			}
			if !ok || !holds {
				read(2, lane)
			}
			return nil
		},
	}
}

// Combine is the spec's op on two elements, in this order.
type Combine struct{ Left, Right *Node }

func (e Combine) row() row {
	return row{
		operands: elements(e.Left, e.Right),
		with:     func(to []*Node) Expr { return Combine{to[0], to[1]} },
	}
}

// Whole is the spec's op over X of every lane of the warp, in no order that can
// be told. Only an op that is associative and commutative has it.
type Whole struct{ X *Node }

func (e Whole) row() row {
	return row{
		operands: elements(e.X),
		with:     func(to []*Node) Expr { return Whole{to[0]} },
		reads: func(s shflgen.Spec, _ int, read func(operand, from int)) error {
			for from := range s.Lanes() {
				read(0, from)
			}
			return nil
		},
		requires: func(s shflgen.Spec) error {
			if l := s.Laws(); !l.Associative || !l.Commutative {
				return errors.New("reduces the whole warp at once by an op whose order shows")
			}
			return nil
		},
	}
}
