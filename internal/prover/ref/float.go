package ref

import (
	"math"

	"github.com/shflgen/shflgen/spec"
)

// Decode is the number that the bits of a float of type t stand for, exactly.
func Decode(t spec.Type, bits uint64) float64 {
	switch t {
	case spec.Float32:
		return float64(math.Float32frombits(uint32(bits)))
	case spec.Float64:
		return math.Float64frombits(bits)
	}
	expBits := t.ExpBits()
	fracBits := t.Bits() - 1 - expBits
	frac := bits & (1<<fracBits - 1)
	exp := int(bits>>fracBits) & (1<<expBits - 1)
	bias := 1<<(expBits-1) - 1
	var x float64
	switch {
	case exp == 1<<expBits-1 && frac != 0:
		return math.NaN()
	case exp == 1<<expBits-1:
		x = math.Inf(1)
	case exp == 0:
		x = math.Ldexp(float64(frac), 1-bias-fracBits)
	default:
		x = math.Ldexp(float64(frac|1<<fracBits), exp-bias-fracBits)
	}
	if bits>>(t.Bits()-1) == 1 {
		x = -x
	}
	return x
}

// Encode is the bits of the float of type t nearest to x, ties to even. For a
// half type, x may itself be a rounded sum or product of two halves: 53 bits are
// more than twice its 11, so the second rounding changes nothing (Figueroa,
// "When is double rounding innocuous?", 1995).
func Encode(t spec.Type, x float64) uint64 {
	switch t {
	case spec.Float32:
		return uint64(math.Float32bits(float32(x)))
	case spec.Float64:
		return math.Float64bits(x)
	}
	expBits := t.ExpBits()
	fracBits := t.Bits() - 1 - expBits
	bias := 1<<(expBits-1) - 1
	infinity := uint64(1<<expBits-1) << fracBits
	sign := uint64(0)
	if math.Signbit(x) {
		sign = 1 << (t.Bits() - 1)
	}
	switch {
	case math.IsNaN(x):
		return infinity | 1<<(fracBits-1)
	case x == 0:
		return sign
	case math.IsInf(x, 0):
		return sign | infinity
	}
	_, exp := math.Frexp(x) // |x| is in [2^(exp-1), 2^exp)
	exp = max(exp-1, 1-bias)
	units := uint64(math.RoundToEven(math.Ldexp(math.Abs(x), fracBits-exp)))
	// units counts steps of 2^(exp-fracBits); at 2^fracBits the number is normal,
	// and a carry past 2^(fracBits+1) moves into the exponent by itself.
	rounded := units + uint64(exp-1+bias)<<fracBits
	return sign | min(rounded, infinity)
}
