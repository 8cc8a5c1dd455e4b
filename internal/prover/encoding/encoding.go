// Package encoding says what each encoding is, over any domain of values: how an element
// becomes the integer that an op orders it by, and how it comes back. A proof rests on
// the law
//
//	op(x, y) = decode(max(encode(x), encode(y)))
//
// which the tests hold against the reference, with what it implies: an encoding is
// one-to-one, and the op's identity is what 0 decodes to.
package encoding

import (
	"github.com/shflgen/shflgen/internal/prover/bv"
	"github.com/shflgen/shflgen/spec"
)

// Encoding is an encoding of the elements of a type that is no pair.
type Encoding struct {
	Type           spec.Type
	encode, decode func(d bv.Domain, t spec.Type, x bv.Value) bv.Value
}

// rows has one row for each encoding.
var rows = map[spec.Encoding]Encoding{
	spec.Magnitude: {encode: magnitude, decode: ofMagnitude},
}

// Of is the encoding by which the op of a spec orders elements, of a packed pair each half;
// false where it combines them as they are. An encoding without a row ends the proof.
func Of(s spec.Spec) (Encoding, bool) {
	by, _, ok := s.Encoded()
	if !ok {
		return Encoding{}, false
	}
	e, known := rows[by]
	if !known {
		panic(bv.Stop{Why: "no row for the encoding of " + s.Op.String()})
	}
	e.Type = s.Type.Elem()
	return e, true
}

// Encode is the integer of an element, and Decode the element of an integer.
func (e Encoding) Encode(d bv.Domain, x bv.Value) bv.Value { return e.encode(d, e.Type, x) }
func (e Encoding) Decode(d bv.Domain, k bv.Value) bv.Value { return e.decode(d, e.Type, k) }

// magnitude has the sign in the lowest bit, and above it the magnitude: of a negative
// integer one less, which the complement is; of a float all but the sign, plus the number
// of NaNs of a sign, so that NaNs, which lie above infinity, wrap around to below 0.
func magnitude(d bv.Domain, t spec.Type, x bv.Value) bv.Value {
	w := t.Bits()
	low, sign := d.Extract(x, 0, w-1), d.Extract(x, w-1, 1)
	switch t.Class() {
	case spec.Unsigned:
		return x
	case spec.Signed:
		return d.Int(bv.Xor, d.Concat(d.Const(1, 0), low), d.Extend(sign, w, true))
	}
	return d.Concat(d.Not(sign), d.Int(bv.Add, low, d.Const(w-1, nans(t))))
}

func ofMagnitude(d bv.Domain, t spec.Type, k bv.Value) bv.Value {
	w := t.Bits()
	high, lowest := d.Extract(k, 1, w-1), d.Extract(k, 0, 1)
	switch t.Class() {
	case spec.Unsigned:
		return k
	case spec.Signed:
		return d.Int(bv.Xor, d.Concat(high, d.Const(1, 0)), d.Extend(lowest, w, true))
	}
	return d.Concat(d.Int(bv.Sub, high, d.Const(w-1, nans(t))), d.Not(lowest))
}

// OfNaN is the greatest integer that a NaN becomes, of a type of floats: all NaNs are below every number.
func (e Encoding) OfNaN() (key uint64, ok bool) {
	if e.Type.Class() != spec.Float {
		return 0, false
	}
	return 2*nans(e.Type) - 1, true
}

// nans is how many NaNs of a sign a float type has.
func nans(t spec.Type) uint64 {
	significand := t.Bits() - 1 - t.ExpBits()
	return 1<<significand - 1
}
