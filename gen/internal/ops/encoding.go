package ops

import (
	"fmt"

	"github.com/shflgen/shflgen/gen/internal/ir"
	"github.com/shflgen/shflgen/spec"
)

// Encoding is an encoding of the elements of a type, on expressions of a target: from the bits of an element to
// the integer that they become, and back. A target computes it on unsigned integers that hold no
// other bits, and drops what comes out above the element's. Trivial says that an element is its own integer.
type Encoding[E any] struct {
	Encode, Decode func(E) E
	Trivial        bool
}

// Language is how a target writes expressions.
type Language[E any] struct {
	Binary        func(o ir.Op, a, b E) E
	Not, Negative func(E) E
	Number        func(uint64) E
}

// EncodingOf is an encoding of elements of a type, of a packed pair of each half.
func EncodingOf[E any](by spec.Encoding, t spec.Type, in Language[E]) (Encoding[E], error) {
	if by != spec.Magnitude {
		return Encoding[E]{}, fmt.Errorf("ops: no row for encoding %d", by)
	}
	return magnitude(t.Elem(), in), nil
}

// magnitude has the sign in the lowest bit, and above it the magnitude. For a float this is all but the sign, plus
// the number of NaNs of one sign: the NaNs, which lie above infinity, wrap around to below 0. For a negative integer
// it is the number below -x.
func magnitude[E any](t spec.Type, in Language[E]) Encoding[E] {
	on, sign, one := in.Binary, in.Number(uint64(t.Bits()-1)), in.Number(1)
	switch t.Class() {
	case spec.Unsigned:
		same := func(x E) E { return x }
		return Encoding[E]{same, same, true}
	case spec.Signed:
		return Encoding[E]{
			Encode: func(x E) E { return on(ir.Xor, on(ir.Shl, x, one), in.Negative(on(ir.Shr, x, sign))) },
			Decode: func(x E) E { return on(ir.Xor, on(ir.Shr, x, one), in.Negative(on(ir.And, x, one))) },
		}
	}
	low := ^uint64(0) >> (65 - t.Bits())
	inf, _ := FloatBits(PlusInf, t)
	nans := in.Number(low - inf)
	return Encoding[E]{
		Encode: func(x E) E {
			return on(ir.Or, on(ir.Shl, on(ir.Add, x, nans), one), on(ir.Xor, on(ir.Shr, x, sign), one))
		},
		Decode: func(x E) E {
			size := on(ir.And, on(ir.Sub, on(ir.Shr, x, one), nans), in.Number(low))
			return on(ir.Or, size, on(ir.Shl, in.Not(x), sign))
		},
	}
}

// numbers is the language of 64 bits.
var numbers = Language[uint64]{
	Binary: ir.Op.Of, Not: func(x uint64) uint64 { return ^x }, Negative: func(x uint64) uint64 { return -x },
	Number: func(n uint64) uint64 { return n },
}

// ZeroOf are the bits of the element of a type that is encoded as 0: what changes nothing, of an op that chooses by the
// encoding.
func ZeroOf(by spec.Encoding, t spec.Type) (bits uint64, err error) {
	e, err := EncodingOf(by, t, numbers)
	if err != nil {
		return 0, err
	}
	return e.Decode(0) & (^uint64(0) >> (64 - t.Bits())), nil
}
