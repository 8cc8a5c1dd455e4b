package network

import (
	"errors"

	"github.com/shflgen/shflgen/spec"
)

// Product is what a [Select] of the same operands gives, by a multiplication of 32-bit integers under
// a predicate. Selects and multiplications go through different pipes of an SM, so that a mix of both
// takes less time than either.
type Product struct{ If, Then, Else *Node }

func (e Product) row() row {
	return row{
		operands: append([]operand{{e.If, Condition, unpacked}}, elements(e.Then, e.Else)...),
		requires: func(s spec.Spec) error {
			if !Multiplies(s.Type) {
				return errors.New("multiplies what is no number of 32 bits")
			}
			return nil
		},
		value: func(a at) value {
			switch c := a.of(e.If); {
			case c == nil:
				return nil
			case c[0] == 1:
				return a.of(e.Then)
			}
			return a.of(e.Else)
		},
		text: func() string { return "if %s then %s else %s, by a product" },
		cost: func(spec.Spec, int) Cost { return Cost{Products: 1} },
	}
}

// Multiplies reports whether elements of a type are numbers that one multiplication takes.
func Multiplies(t spec.Type) bool { return t.Bits() == registerBits && !t.Packed() }
