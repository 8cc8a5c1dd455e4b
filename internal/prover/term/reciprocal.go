package term

import (
	"math/bits"

	"github.com/shflgen/shflgen/internal/prover/bv"
)

// Compilers divide by a number n by multiplying with a reciprocal of it: a number m with
// m*n = 2^k + e and a small e (Granlund and Montgomery, "Division by Invariant Integers
// using Multiplication", 1994). The sums of the rows of such a product have large diagrams,
// but x = n*q + r makes it x*m = q*(2^k + e) + r*m, and these parts have small ones.

// reciprocal is m, with m*of = 2^k + e.
type reciprocal struct {
	of   uint64
	k    int
	e    int64
	less bool // the factor is m - 2^32, as a signed word of 32 bits is
}

// maxDivisor bounds the numbers that reciprocals are looked for of, and maxRest e.
const (
	maxDivisor = 64
	maxRest    = 64
)

// reciprocalOf is what a factor is the reciprocal of, if it is one.
func reciprocalOf(factor uint64) (reciprocal, bool) {
	for _, less := range []bool{false, true} {
		m := factor
		if less {
			m += 1 << 32
		}
		if bits.Len64(m) < 24 || bits.Len64(m) > 40 {
			continue
		}
		for n := uint64(3); n < maxDivisor; n += 2 {
			k := bits.Len64(m*n+maxRest) - 1
			if e := int64(m*n - 1<<k); -maxRest <= e && e <= maxRest {
				return reciprocal{n, k, e, less}, true
			}
		}
	}
	return reciprocal{}, false
}

// byReciprocal is the product of a vector with a reciprocal; nil, if neither factor is one.
func (d *Domain) byReciprocal(x, y *Term) *Term {
	if _, known := x.known(); known {
		x, y = y, x
	}
	factor, known := y.known()
	if !known {
		return nil
	}
	r, ok := reciprocalOf(factor)
	if !ok || x.w <= r.k {
		return nil
	}
	return product(d, x, r, factor).(*Term)
}

// product is x*factor, by the quotient and the rest of x.
func product(d bv.Domain, x bv.Value, r reciprocal, factor uint64) bv.Value {
	w := x.Width()
	q, rest := floorDivide(d, x, r.of)
	m := factor
	if r.less {
		m += 1 << 32
	}
	sum := d.Const(w, 0)
	for i := range r.of { // r*m, each of them a number
		is := d.Int(bv.Eq, rest, d.Const(rest.Width(), i))
		sum = d.Select(is, d.Const(w, i*m&ones(w)), sum)
	}
	shifted := func(v bv.Value, n int) bv.Value { return d.Concat(d.Const(n, 0), d.Extract(v, 0, w-n)) }
	size, op := uint64(r.e), bv.Add
	if r.e < 0 {
		size, op = uint64(-r.e), bv.Sub
	}
	for ; size != 0; size &= size - 1 {
		term := q
		if n := bits.TrailingZeros64(size); n > 0 {
			term = shifted(q, n)
		}
		sum = d.Int(op, sum, term)
	}
	sum = d.Int(bv.Add, sum, shifted(q, r.k))
	if r.less {
		sum = d.Int(bv.Sub, sum, shifted(x, 32))
	}
	return sum
}

// floorDivide is x/n of a signed x, rounded down, and the rest 0..n-1.
func floorDivide(d bv.Domain, x bv.Value, n uint64) (q, rest bv.Value) {
	sign, low := d.Extract(x, x.Width()-1, 1), d.Extract(x, 0, x.Width()-1)
	return bv.FloorQuotient(d, sign, low, n), bv.FloorRest(d, sign, low, n)
}
