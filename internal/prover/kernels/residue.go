package kernels

import "math/bits"

// prime is 2^61 - 1.
const prime = 1<<61 - 1

// residue is an element of the field of residues modulo prime.
type residue uint64

func (a residue) plus(b residue) residue { return (a + b) % prime }

func (a residue) negative() residue { return (prime - a) % prime }

func (a residue) times(b residue) residue {
	hi, lo := bits.Mul64(uint64(a), uint64(b))
	return residue((lo&prime + hi<<3 + lo>>61) % prime) // 2^61 is 1
}

func (a residue) power(n uint64) residue {
	product := residue(1)
	for ; n > 0; n >>= 1 {
		if n&1 == 1 {
			product = product.times(a)
		}
		a = a.times(a)
	}
	return product
}

// over is the quotient; b is not 0 (Fermat).
func (a residue) over(b residue) residue { return a.times(b.power(prime - 2)) }
