package userops

import "math"

// LastSet is b, or a where b is 0: the last one that is set.
//
//shflgen:op associative idempotent identity=zero
func LastSet(a, b uint32) uint32 {
	if b != 0 {
		return b
	}
	return a
}

// SaturatingSum is the sum, or 255 where that is greater.
//
//shflgen:op associative commutative identity=zero
func SaturatingSum(a, b uint8) uint8 {
	if a > 255-b {
		return 255
	}
	return a + b
}

// SameMap is the map of 0, 1, 2, 3 to themselves.
const SameMap = 0b11_10_01_00

// ComposeMaps applies a first, then b. Bits 2i and 2i+1 are the image of i.
//
//shflgen:op associative identity=SameMap
func ComposeMaps(a, b uint8) uint8 {
	var c uint8
	for i := 0; i < 4; i++ {
		to := a >> (2 * i) & 3
		c |= b >> (2 * to) & 3 << (2 * i)
	}
	return c
}

// MulMod is the product modulo 4294967291, a prime. It claims no identity: 1 reduces what is no residue.
//
//shflgen:op associative commutative
func MulMod(a, b uint32) uint32 {
	return uint32(uint64(a) * uint64(b) % 4294967291)
}

// Mean is the mean of two, which no other order of means gives.
//
//shflgen:op commutative
func Mean(a, b float32) float32 { return float32((a + b) / 2) }

// Minus is no law's friend.
//
//shflgen:op
func Minus(a, b int32) int32 { return a - b }

// Norm is the length of the hypotenuse.
//
//shflgen:op commutative
func Norm(a, b float64) float64 { return hypotenuse(float64(a*a), float64(b*b)) }

// Level is the identity of Added: -0, as -0 + x is x of every x.
var Level = float32(math.Copysign(0, -1))

// Added is a sum.
//
//shflgen:op commutative identity=Level
func Added(a, b float32) float32 { return a + b }
