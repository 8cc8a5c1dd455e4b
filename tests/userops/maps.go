package userops

import "github.com/shflgen/shflgen/math32"

// Maps: functions that make an element of the inputs of a lane.

// Reading is a measurement and how far it is trusted.
type Reading struct {
	Value  float64
	Weight int8
	Valid  bool
}

// LiftMoments are the moments of one value.
func LiftMoments(x float32) Moments { return Moments{Count: 1, Mean: x} }

// Weighted is a value times a small weight.
func Weighted(x float32, w int8) float32 { return x * float32(w) }

// Gap is how far two readings and a bias are apart, 0 where one is not valid.
func Gap(a, b Reading, bias uint16) int32 {
	if !a.Valid || !b.Valid {
		return 0
	}
	return int32(a.Weight) - 3*int32(b.Weight) + int32(bias)
}

// Quotient panics where b is 0.
func Quotient(a, b int32) int32 { return a / b }

// Negated is a wider integer than its input.
func Negated(x int16) int64 { return -int64(x) }

// Residual is how far a product is from what it should be.
func Residual(x, y, z int32) int32 { return x*y - z }

// Shifted are moments of values that are greater by a number.
func Shifted(a Moments, by float32) Moments {
	a.Mean += by
	return a
}

// Limited is x, but no further from 0 than r.
func Limited(x, r float32) float32 { return max(-r, min(x, r)) }

// OverRoot is x over the root of the sum of squares r, and 0 where that is 0.
func OverRoot(x, r float32) float32 {
	if r == 0 {
		return 0
	}
	return x * math32.Rsqrt(r)
}

// Halved is half of a number.
func Halved(x float32) float32 { return x / 2 }
