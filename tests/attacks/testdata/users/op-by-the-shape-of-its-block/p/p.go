// Package p has an operator of integers.
package p

// Sum is a + b.
//
//shflgen:op associative commutative
func Sum(a, b uint32) uint32 { return a + b }
