// Package contract holds each sentence of the contract that an emitted file begins with
// against what it speaks of: identity, laws and order against the reference, and costs
// against the code below it.
package contract
