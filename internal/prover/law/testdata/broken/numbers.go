// Package broken holds operators that do not have the laws that they claim. Each claims exactly
// the laws that it lacks.
package broken

import (
	"math"
	"math/bits"
)

// MaxByGreater takes b if either is a NaN.
//
//shflgen:op commutative
func MaxByGreater(a, b float32) float32 {
	if a > b {
		return a
	}
	return b
}

// MaxByGreaterOfThree is not associative for the same reason.
//
//shflgen:op associative
func MaxByGreaterOfThree(a, b float64) float64 {
	if a > b {
		return a
	}
	return b
}

// MinByLess confuses -0 and +0.
//
//shflgen:op commutative
func MinByLess(a, b float64) float64 {
	if a != a || b != b {
		return math.NaN()
	}
	if a < b {
		return a
	}
	return b
}

// SaturatingSum saturates at both ends.
//
//shflgen:op associative
func SaturatingSum(a, b int8) int8 {
	return int8(min(max(int16(a)+int16(b), -128), 127))
}

// SaturatingSum32 does on 32 bits.
//
//shflgen:op associative
func SaturatingSum32(a, b int32) int32 {
	s := int64(a) + int64(b)
	if s > math.MaxInt32 {
		return math.MaxInt32
	}
	if s < math.MinInt32 {
		return math.MinInt32
	}
	return int32(s)
}

// Average is of two.
//
//shflgen:op associative
func Average(a, b float32) float32 { return (a + b) / 2 }

// Midpoint rounds down.
//
//shflgen:op associative
func Midpoint(a, b uint32) uint32 { return a&b + (a^b)>>1 }

// MidpointFromA rounds towards a.
//
//shflgen:op commutative
func MidpointFromA(a, b int32) int32 { return int32(int64(a) + (int64(b)-int64(a))/2) }

// Sum rounds.
//
//shflgen:op associative
func Sum(a, b float32) float32 { return a + b }

// Sum64 rounds.
//
//shflgen:op associative identity=zero
func Sum64(a, b float64) float64 { return a + b }

// Product rounds, overflows and underflows.
//
//shflgen:op associative
func Product(a, b float64) float64 { return a * b }

// SumWithZero turns -0 into +0.
//
//shflgen:op identity=zero
func SumWithZero(a, b float32) float32 { return a + b }

// MinOfNothing has a wrong identity.
//
//shflgen:op identity=zero
func MinOfNothing(a, b int32) int32 { return min(a, b) }

// Largest is the identity of no minimum of int64.
const Largest = math.MaxInt32

// MinOfLarge has an identity that is too small.
//
//shflgen:op identity=Largest
func MinOfLarge(a, b int64) int64 { return min(a, b) }

// Minus is neither.
//
//shflgen:op associative commutative
func Minus(a, b int32) int32 { return a - b }

// Distance is commutative alone.
//
//shflgen:op associative
func Distance(a, b uint32) uint32 {
	if a < b {
		return b - a
	}
	return a - b
}

// RightButOne is a sum, but for one pair.
//
//shflgen:op commutative associative
func RightButOne(a, b uint32) uint32 {
	if a == 0x12345678 && b == 0x9abcdef0 {
		return 0
	}
	return a + b
}

// RightButHidden is a sum, but for one pair that no constant shows.
//
//shflgen:op commutative
func RightButHidden(a, b uint32) uint32 {
	if a*0x9e3779b1 == 0x12345678 && b == a+77 {
		return 1
	}
	return a + b
}

// Clamped clamps its second operand.
//
//shflgen:op commutative
func Clamped(a, b int32) int32 { return max(a, min(b, 100)) }

// ClampedSum clamps between.
//
//shflgen:op associative
func ClampedSum(a, b int16) int16 { return min(a+b, 1000) }

// Rotated mixes.
//
//shflgen:op associative
func Rotated(a, b uint32) uint32 { return bits.RotateLeft32(a, 5) ^ b }

// Mixed is a hash of both.
//
//shflgen:op commutative associative
func Mixed(a, b uint64) uint64 { return (a^b>>29)*0xbf58476d1ce4e5b9 + b }

// Xnor is associative; its identity is not zero.
//
//shflgen:op identity=zero
func Xnor(a, b uint8) uint8 { return ^(a ^ b) }

// Nand is not associative.
//
//shflgen:op associative idempotent
func Nand(a, b uint16) uint16 { return ^(a & b) }

// First takes the first.
//
//shflgen:op commutative
func First(a, b int64) int64 { return a }

// LastNonzero takes the last that is not zero.
//
//shflgen:op commutative
func LastNonzero(a, b int64) int64 {
	if b != 0 {
		return b
	}
	return a
}

// GCD ends a round too early for some.
//
//shflgen:op commutative
func GCD(a, b uint8) uint8 {
	for range 5 {
		if b == 0 {
			break
		}
		a, b = b, a%b
	}
	return a
}

// Divided divides, which panics.
//
//shflgen:op associative
func Divided(a, b int32) int32 { return a / b }

// Narrow sums in eight bits where it should not.
//
//shflgen:op commutative
func Narrow(a, b int32) int32 { return a + int32(int8(b)) }

// Carry adds with a carry around, off by one.
//
//shflgen:op associative
func Carry(a, b uint16) uint16 {
	s := uint32(a) + uint32(b)
	return uint16(s) + uint16(s>>15)
}

// GrayAdd adds through another code.
//
//shflgen:op associative
func GrayAdd(a, b uint8) uint8 {
	s := a ^ a>>1
	return s + b
}

// Truncated rounds to whole numbers.
//
//shflgen:op associative
func Truncated(a, b float64) float64 { return math.Trunc(a*0.5) + b }

// Norm is the length of two.
//
//shflgen:op associative
func Norm(a, b float64) float64 { return math.Sqrt(float64(a*a) + float64(b*b)) }

// LogSum is of logarithms.
//
//shflgen:op associative
func LogSum(a, b float64) float64 {
	hi, lo := max(a, b), min(a, b)
	return hi + math.Log1p(math.Exp(lo-hi))
}

// MaxOfMagnitudes keeps the sign of the first.
//
//shflgen:op commutative
func MaxOfMagnitudes(a, b int32) int32 {
	x, y := a, b
	if x < 0 {
		x = -x
	}
	if y < 0 {
		y = -y
	}
	if x >= y {
		return a
	}
	return b
}

// MulMod multiplies modulo p, but the product wraps.
//
//shflgen:op associative
func MulMod(a, b uint32) uint32 { return a * b % 65521 }

// AddMod reduces once, which is too little of numbers that are no residues.
//
//shflgen:op associative
func AddMod(a, b uint32) uint32 {
	s := a + b
	if s >= 1000003 {
		s -= 1000003
	}
	return s
}

// Multiply is not idempotent.
//
//shflgen:op idempotent
func Multiply(a, b uint16) uint16 { return a * b }

// MaxIgnoringNaN is not idempotent for a NaN, which it replaces by 0.
//
//shflgen:op idempotent
func MaxIgnoringNaN(a, b float32) float32 {
	if a != a && b != b {
		return 0
	}
	if a >= b || b != b {
		return a
	}
	return b
}
