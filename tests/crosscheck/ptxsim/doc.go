// Package ptxsim runs a subset of PTX on plain numbers, for one block of threads: the instructions
// that the prover reads, but for those of clusters, atomics and mbarriers. It follows the text of
// the PTX ISA 8.7 and shares no code with the reader and executor of the prover, which it is
// compared with.
//
// Each instruction becomes a Go closure over a register file of 64-bit slots.
// A thread runs on its own until an instruction that waits for other threads.
// The seed of a run chooses everything that PTX leaves open: the order of the
// threads, addresses, uninitialised registers and memory, values read from lanes
// that do not take part, and NaN payloads. A result that differs between two
// seeds depends on something undefined.
package ptxsim
