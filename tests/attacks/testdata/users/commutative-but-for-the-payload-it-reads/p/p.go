// Package p has an operator that is commutative but for the payload of a NaN, which it reads.
package p

import "math"

// Tag is a number and a checksum.
type Tag struct {
	F float32
	N uint32
}

// Check keeps the first NaN, and gathers the checksums.
//
//shflgen:op commutative
func Check(a, b Tag) (r Tag) {
	r.N = a.N ^ b.N ^ math.Float32bits(a.F) ^ math.Float32bits(b.F)
	if a.F != a.F {
		r.F = a.F
	} else if b.F != b.F {
		r.F = b.F
	}
	return r
}
