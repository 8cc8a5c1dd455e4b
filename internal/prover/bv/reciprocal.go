package bv

import "math"

// ByReciprocal reports whether a compiler may divide a float by the constant x as it multiplies by 1/x, with every
// bit of 1/x known, where the product may be inexact: x is a power of two but 1. gc does so, and then fuses the
// product with a sum. On [Numbers] no divisor counts as a constant.
func ByReciprocal(d Domain, f Format, x Value) bool {
	if _, numbers := d.(Numbers); numbers {
		return false
	}
	bits, known := d.Known(x)
	if !known {
		return false
	}
	fraction, exponent := math.Frexp(ToFloat(f, bits))
	return math.Abs(fraction) == 0.5 && exponent != 1 // of NaN, infinity and zero it is not
}

// Reciprocal are the bits of 1/x, if [ByReciprocal] holds and 1/x is exact, subnormal or not: the product with it and
// the quotient are then one number, rounded once.
func Reciprocal(d Domain, f Format, x Value) (inverse uint64, ok bool) {
	if !ByReciprocal(d, f, x) {
		return 0, false
	}
	bits, _ := d.Known(x)
	inverse = FromFloat(f, 1/ToFloat(f, bits))
	return inverse, FromFloat(f, 1/ToFloat(f, inverse)) == bits // not of 2^-149: its reciprocal is too great
}
