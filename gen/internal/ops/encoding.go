package ops

import (
	"fmt"

	"github.com/shflgen/shflgen/spec"
)

// Encoding is an encoding of the elements of a type, as expressions on their bits and on
// the integer that they become. A target computes them on unsigned integers that hold no
// other bits, and drops what comes out above the element's.
type Encoding struct{ Encode, Decode Term }

// encodings has one row for each encoding: its expressions on an element type.
var encodings = map[spec.Encoding]func(spec.Type) Encoding{
	spec.Magnitude: magnitude,
}

// EncodingOf is an encoding of elements of a type, of a packed pair of each half.
func EncodingOf(by spec.Encoding, t spec.Type) (Encoding, error) {
	row := encodings[by]
	if row == nil {
		return Encoding{}, fmt.Errorf("ops: no row for encoding %d", by)
	}
	return row(t.Elem()), nil
}

// magnitude has the sign in the lowest bit, and above it the magnitude. For a float this is all but the sign, plus
// the number of NaNs of one sign: the NaNs, which lie above infinity, wrap around to below 0. For a negative integer
// it is the number below -x.
func magnitude(t spec.Type) Encoding {
	sign, low, one := number(uint64(t.Bits()-1)), number(^uint64(0)>>(65-t.Bits())), number(1)
	switch t.Class() {
	case spec.Unsigned:
		return Encoding{a, a}
	case spec.Signed:
		return Encoding{
			on(Xor, on(Shl, a, one), on(Neg, on(Shr, a, sign))),
			on(Xor, on(Shr, a, one), on(Neg, on(And, a, one))),
		}
	}
	inf, _ := FloatBits(PlusInf, t)
	nans := number(low.N - inf)
	return Encoding{
		on(Or, on(Shl, on(Add, a, nans), one), on(Xor, on(Shr, a, sign), one)),
		on(Or, on(And, on(Sub, on(Shr, a, one), nans), low), on(Shl, on(Not, a), sign)),
	}
}

func number(n uint64) Term { return Term{Kind: Literal, N: n} }

// Trivial reports whether an element is its own integer.
func (e Encoding) Trivial() bool { return e.Encode.Kind == A }

// Convert builds an expression of an encoding in a target's, by its operators and numbers.
func Convert[E any](t Term, x E, operators map[Kind]func(...E) E, literal func(uint64) E) E {
	return build(t, x, x, operators, literal)
}

// numbers are the operators of encodings on 64 bits.
var numbers = func() map[Kind]func(...uint64) uint64 {
	two := func(f func(a, b uint64) uint64) func(...uint64) uint64 {
		return func(x ...uint64) uint64 { return f(x[0], x[1]) }
	}
	return map[Kind]func(...uint64) uint64{
		Add: two(func(a, b uint64) uint64 { return a + b }), Sub: two(func(a, b uint64) uint64 { return a - b }),
		And: two(func(a, b uint64) uint64 { return a & b }), Or: two(func(a, b uint64) uint64 { return a | b }),
		Xor: two(func(a, b uint64) uint64 { return a ^ b }), Shl: two(func(a, b uint64) uint64 { return a << b }),
		Shr: two(func(a, b uint64) uint64 { return a >> b }),
		Not: func(x ...uint64) uint64 { return ^x[0] }, Neg: func(x ...uint64) uint64 { return -x[0] },
	}
}()

// Value is an encoding of x. The bits above those of the type have no meaning.
func (t Term) Value(x uint64) uint64 {
	return Convert(t, x, numbers, func(n uint64) uint64 { return n })
}
