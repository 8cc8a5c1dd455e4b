// Package crosscheck holds the prover's reader and executor of PTX against a second
// one, ptxsim, that shares no code with it. Both run the same programs on the same
// numbers, and every result is compared.
//
// The programs are what compilers make of emitted files, the prover's fixtures,
// attacks, mutants of all these, and random instructions. A program that only one
// reader refuses is counted by reason: the prover may be stricter. FINDINGS.md lists
// each difference that was found.
package crosscheck
