// Package spec is the vocabulary of warp-shuffle networks: patterns, element
// types, operators with their laws, mask modes, and the [Spec] that ties them.
//
// The generator (gen) and the prover (verify) share this package and nothing else. It
// defines what can be generated. How a network is built and what an operator computes is
// written in gen and, independently, in the prover's reference; a proof compares them.
package spec

// WarpSize is the number of lanes of a warp, numbered 0..WarpSize-1. No algorithm
// spells the number out.
const WarpSize = 32

// MaskWordBits is the number of lanes, one bit each, in an element of a block's mask.
const MaskWordBits = 32

// RegisterBits is the size of a register that a shuffle moves (PTX ISA, "shfl.sync").
const RegisterBits = 32

// MaxBlock is the largest number of threads in a block (CUDA C Programming
// Guide, "Compute Capabilities").
const MaxBlock = 1024

// MaxRegisters is the largest number of registers of a lane.
const MaxRegisters = 64
