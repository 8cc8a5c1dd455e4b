// Package p has an operator that reads the bits of a field.
package p

import "math"

// Tag is a number and a checksum.
type Tag struct {
	F float32
	N uint32
}

// Check gathers the checksums.
//
//shflgen:op associative commutative
func Check(a, b Tag) Tag {
	return Tag{0, a.N ^ b.N ^ math.Float32bits(a.F) ^ math.Float32bits(b.F)}
}
