// Package p has an operator of floats.
package p

// Add is a + b, rounded.
//
//shflgen:op commutative
func Add(a, b float32) float32 { return a + b }
