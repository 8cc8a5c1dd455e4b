// Package term is the symbolic domain of the proofs. Guards are decision diagrams over the bits of the mask. Values are
// terms over the elements, in the normal form that the laws of their operators allow.
//
// Three things make a normal form:
//
//   - Rows of package rule: an equation of two expressions rewrites as it is stated (rewrite.go).
//   - Morphisms of package rule: an operation over another on any number of guarded operands (morphism.go).
//   - Theories: algorithms, each by a theorem. Tests of package rule claim what they decide and no row states.
//
// The theories, with their theorems:
//
//   - Guards (bdd.go, order.go, select.go, cases.go, where.go): two boolean functions are equal if their ordered
//     reduced diagrams are. A choice by the mask is a list of terms under guards, and no two guards hold at once.
//   - Multisets (nary.go, weight.go, sum.go, halves.go, carry.go, mixed.go): an associative and commutative operation
//     depends on how often each operand takes part alone; a sum of n low and n high parts on the parts, if no carry
//     leaves the low ones; a sum of bitwise functions on its value for each combination of bits.
//   - Bounds (bounds.go, and [Domain.narrowed] and [Domain.zerosBelow]): an operation keeps an interval of numbers, the
//     copies of a sign and the zeros below that all of its operands have.
//   - Payloads (payload.go, nanpayload.go, canonical.go, product.go): IEEE 754 says which result is a NaN, and not
//     which.
//   - Words (reduction.go, ranked.go, rejoin.go): the upper words decide an order, and of equal upper words the lower.
//   - Winners (winner.go, winners.go, winningkey.go, argminmax.go): some lane has the best
//     element, and the first such lane of a union is the least of those of the sets that have its best.
//   - Order (threshold.go, merge.go, sortoperands.go, pairs.go, pairchoice.go, pairhalves.go): expressions of min and
//     max are equal if they are on inputs of two values; pairs are ordered as some integers are.
//   - Rounding (rounding.go, encoding.go, and [Domain.narrower]): floats are ordered as their keys are; rounding
//     twice is rounding once if the wider significand has twice the bits and two more.
//   - Values (values.go): comparisons order floats without NaN and -0; a sum is -0 only if both operands are.
//   - Division (remainder.go, unknownremainder.go, reciprocal.go): x = n*q + r has one q and r with 0 <= r < n.
//   - Calls (apply.go, alike.go, uninterpreted.go, unit.go, tries.go, restrict.go): equal arguments give equal
//     results.
//   - Bits (circuit.go, differ.go): two words are equal if each of their bits is the same function.
package term
