package userops

import "math/bits"

// Uint128 is an unsigned integer of 128 bits.
type Uint128 struct {
	Lo, Hi uint64
}

// Add128 is the sum modulo 2^128.
//
//shflgen:op associative commutative identity=zero
func Add128(a, b Uint128) Uint128 {
	lo, carry := bits.Add64(a.Lo, b.Lo, 0)
	hi, _ := bits.Add64(a.Hi, b.Hi, carry)
	return Uint128{Lo: lo, Hi: hi}
}
