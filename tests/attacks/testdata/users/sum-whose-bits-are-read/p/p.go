// Package p has an operator that reads the bits of what it sums.
package p

import "math"

// Tag is a sum and a checksum.
type Tag struct {
	F float32
	N uint32
}

// Check sums, and gathers the checksums.
//
//shflgen:op commutative
func Check(a, b Tag) Tag {
	return Tag{a.F + b.F, a.N ^ b.N ^ math.Float32bits(a.F) ^ math.Float32bits(b.F)}
}
