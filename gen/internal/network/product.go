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
	r := Select(e).row()
	r.reads = nil // both elements are read
	r.requires = func(s spec.Spec) error {
		if !Multiplies(s.Type) {
			return errors.New("multiplies what is no number of 32 bits")
		}
		return nil
	}
	r.text = func() string { return "if %s then %s else %s, by a product" }
	r.cost = func(spec.Spec, int) Cost { return Cost{Products: 1} }
	return r
}

// Multiplies reports whether elements of a type are numbers that one multiplication takes.
func Multiplies(t spec.Type) bool { return t.Bits() == registerBits && !t.Packed() }
