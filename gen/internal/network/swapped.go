package network

import (
	"errors"

	"github.com/shflgen/shflgen"
)

// Swapped is the first of two elements, or the second, after they have changed places where
// If is true. It is what a [Select] gives, by a multiplication and an addition of 32-bit
// integers: A + If·(B − A), or B − If·(B − A). Selects and multiplications go through
// different pipes of an SM, so that a mix of both takes less time than either.
type Swapped struct {
	If, A, B *Node
	Second   bool
}

func (e Swapped) row() row {
	return row{
		operands: append([]operand{{e.If, Condition, unpacked}}, elements(e.A, e.B)...),
		with:     func(to []*Node) Expr { return Swapped{to[0], to[1], to[2], e.Second} },
		requires: func(s shflgen.Spec) error {
			if !Multiplies(s.Type) {
				return errors.New("multiplies what is no number of 32 bits")
			}
			return nil
		},
		value: func(a at) value {
			c := a.of(e.If)
			if c == nil {
				return nil
			}
			if (c[0] == 1) != e.Second {
				return a.of(e.B)
			}
			return a.of(e.A)
		},
		text: func() string {
			if e.Second {
				return "if %s then %s else %s, by a product"
			}
			return "unless %s then %s else %s, by a product"
		},
		cost: func(shflgen.Spec, int) Cost { return Cost{Products: 1} },
	}
}

// Multiplies reports whether elements of a type are numbers that one multiplication takes.
func Multiplies(t shflgen.Type) bool { return t.Bits() == registerBits && !t.Packed() }
