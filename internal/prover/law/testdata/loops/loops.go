// Package loops has operators that no symbolic execution follows: their loops end by data.
package loops

// Gcd is the greatest common divisor.
//
//shflgen:op associative commutative idempotent identity=0
func Gcd(a, b uint32) uint32 {
	for b != 0 {
		a, b = b, a%b
	}
	return a
}

// Modulo has no law.
//
//shflgen:op associative commutative idempotent identity=1
func Modulo(a, b uint16) uint16 {
	for a >= b && b != 0 {
		a -= b
	}
	return a
}

// Late is commutative but for operands of equal low bytes.
//
//shflgen:op commutative
func Late(a, b uint32) uint32 {
	n := uint32(0)
	for x := a ^ b; x != 0; x >>= 1 {
		n++
	}
	if n > 8 && (a^b)&0xff == 0 && a < b {
		return n + 1
	}
	return n
}
