// Package userops holds binary operators as users of shflgen write them, one file each. They are subjects of the
// tests: generated from, translated to CUDA, read by the prover, and their claimed laws checked.
//
// A directive claims laws. Operators of floats that round claim no associativity.
package userops
