// Package shflgen is the vocabulary of warp-shuffle networks: patterns, element
// types, operators with their laws, mask modes, and the [Spec] that ties them.
//
// The generator (gen) and the prover (verify) share this package and nothing
// more. It says what may be asked for; it does not say how a network is built,
// nor what an operator computes: those two are written twice, independently,
// and held against each other by proof.
package shflgen

// WarpSize is the number of lanes of a warp, numbered 0..WarpSize-1. No algorithm
// spells the number out.
const WarpSize = 32

// MaskWordBits is the number of lanes that one word of a mask holds, a bit each.
const MaskWordBits = 32

// RegisterBits is the size of a register that a shuffle moves (PTX ISA, "shfl.sync").
const RegisterBits = 32

// MaxBlock is the largest number of threads in a block (CUDA C Programming
// Guide, "Compute Capabilities").
const MaxBlock = 1024

// MaxRegisters is the largest number of registers that a lane brings.
const MaxRegisters = 64
