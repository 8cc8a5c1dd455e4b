// Package spec is the vocabulary of warp-shuffle networks: patterns, element
// types, operators with their laws, mask modes, and the [Spec] that ties them.
//
// The generator (gen) and the prover (verify) share this package and nothing else. It
// defines what can be generated. How a network is built and what an operator computes is
// written in gen and, independently, in the prover's reference; a proof compares them.
//
// A [Spec] holds what all patterns share. A family of patterns has further parameters, in [Spec.Params]:
//
//	[ShuffleParams]  shfl, shfl-up, shfl-down, shfl-xor, rotate   shuffle.go
//	[BatchParams]    batch-reduce                                 reduce.go
//	[MoveParams]     array-exchange, swap, transpose, permute,    movement.go
//	                 compact
//	[SortParams]     sort, topk, select                           sort.go
//	[KeyedParams]    keyed-reduce, rank                           keyed.go
//	[GlobalParams]   load, store                                  loadstore.go
//	[BlockParams]    patterns of a block                          block.go
//	[RowParams]      patterns of rows                             rows.go
//	[GridParams]     patterns of arrays                           grid.go
//
// The other reductions and scans of a warp (reduce.go) have none. The file of a family holds its parameters, the
// contracts of its patterns, its flags with their parts of names, and its validation. [Spec.Row] and its like read the
// parameters of a family. They are zero for a spec of another family. To change a parameter, set [Spec.Params] or call
// [Spec.With].
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
