// Package p has an operator that compares floats by their bits.
package p

import "math"

// Above is the one with the greater bits.
//
//shflgen:op associative commutative idempotent
func Above(a, b float32) float32 {
	if math.Float32bits(a) > math.Float32bits(b) {
		return a
	}
	return b
}
