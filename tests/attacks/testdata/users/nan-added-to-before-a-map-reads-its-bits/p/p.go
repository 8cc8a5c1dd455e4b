// Package p has a map that gives the bits of a float.
package p

import "math"

// Bits are those of x.
func Bits(x float32) uint32 { return math.Float32bits(x) }
