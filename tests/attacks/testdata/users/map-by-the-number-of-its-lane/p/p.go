// Package p has a map of floats.
package p

// Next is x + 1.
func Next(x float32) float32 { return x + 1 }
