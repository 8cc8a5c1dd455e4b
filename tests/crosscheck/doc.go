// Package crosscheck compares the prover's reader and executor of PTX with a second one,
// ptxsim, that shares no code with it. Both run the same programs on the same numbers, and
// every result is compared.
//
// The programs are:
//
//   - emitted files, compiled;
//   - the prover's fixtures and the attacks;
//   - mutants of all these;
//   - random instructions.
//
// A program that one reader rejects is counted by reason: the prover may be stricter.
// FINDINGS.md lists every difference that was found.
package crosscheck
