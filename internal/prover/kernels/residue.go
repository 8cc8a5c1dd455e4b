package kernels

import (
	"math/bits"
	"math/rand/v2"
)

// prime is a safe prime: order is a prime, too. It is 7 modulo 8, so the powers of 2 are as many as order.
const (
	prime = 1<<61 - 3153
	order = (prime - 1) / 2
)

// residue is a real number in two fields: modulo prime, where numbers are compared, and modulo order, where it is an
// exponent of 2. So 2^a times 2^b is 2^(a+b).
type residue struct{ at, exponent uint64 }

// natural is a whole number.
func natural(n uint64) residue { return residue{n % prime, n % order} }

// anything is an unknown number.
func anything() residue { return residue{rand.Uint64N(prime), rand.Uint64N(order)} }

func (a residue) plus(b residue) residue {
	return residue{(a.at + b.at) % prime, (a.exponent + b.exponent) % order}
}

func (a residue) negative() residue {
	return residue{(prime - a.at) % prime, (order - a.exponent) % order}
}

func (a residue) times(b residue) residue {
	return residue{product(a.at, b.at, prime), product(a.exponent, b.exponent, order)}
}

func (a residue) power(n uint64) residue {
	return residue{power(a.at, n, prime), power(a.exponent, n, order)}
}

// over is the quotient; b is not 0 (Fermat).
func (a residue) over(b residue) residue {
	return a.times(residue{power(b.at, prime-2, prime), power(b.exponent, order-2, order)})
}

// ofTwo is 2 to the power of a. As an exponent it is random, as no law leads back to it.
func (a residue) ofTwo() residue { return residue{power(2, a.exponent, prime), rand.Uint64N(order)} }

func product(a, b, of uint64) uint64 {
	hi, lo := bits.Mul64(a, b)
	return bits.Rem64(hi, lo, of)
}

func power(a, n, of uint64) uint64 {
	result := uint64(1)
	for ; n > 0; n >>= 1 {
		if n&1 == 1 {
			result = product(result, a, of)
		}
		a = product(a, a, of)
	}
	return result
}
