package main

import "math"

// Reductions of several fields combine the results of these functions, one a cell. Emitted kernels and Go functions
// call them.

// AbsDiff is the distance of two values.
func AbsDiff(x, y float32) float32 { return float32(math.Abs(float64(x - y))) }

// Norm2 is the squared norm of a vector.
func Norm2(x, y, z float32) float32 {
	return float32(x*x) + float32(y*y) + float32(z*z)
}
