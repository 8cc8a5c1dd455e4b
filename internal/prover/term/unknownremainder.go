package term

import (
	"math/bits"

	"github.com/shflgen/shflgen/internal/prover/bv"
)

// A function may look at a number only by what it leaves when it is divided by n. Then the number
// may stand for itself, and what it leaves be a value of its own: any number between -n and n. This
// is every number with what it leaves, and more; what holds of all these holds of every number.

// bitsOfRest is how many mask bits a rest takes: at most, with its sign.
const bitsOfRest = 8

// AnyWithRest is number k of those that are known by their remainders modulo the strategy's divisor n, as words of w
// bits with sign. The remainder takes mask bits from first + k*[bitsOfRest] on.
func (d *Domain) AnyWithRest(k, first, w int) bv.Value {
	n := d.strategy.Divisor
	size := bits.Len64(n - 1)
	if n < 2 || size >= bitsOfRest || size >= w {
		panic(unexpected("divisor", n))
	}
	x := d.Var(firstFresh+firstWithRest+k, w)
	first += k * bitsOfRest
	by, zero := d.constant(w, n), d.constant(w, 0)
	low := d.Extend(d.MaskBits(first, size), w, false).(*Term)
	low = d.sel(d.intx(bv.ULt, low, by), low, zero)
	negative := d.intx(bv.And, d.MaskBits(first+size, 1), d.not1(d.intx(bv.Eq, low, zero)))
	d.signedRests.Keep(x, d.sel(negative, d.intx(bv.Sub, low, by), low))
	return x
}

// firstWithRest is far from other numbers of [Domain.Fresh].
const firstWithRest = 1 << 28

// RestOf is what x leaves when it is divided by n and rounded toward zero, if x is known by it.
func (d *Domain) RestOf(x bv.Value, n uint64) (bv.Value, bool) {
	rest, ok := d.signedRests[x.(*Term)]
	return rest, ok && n == d.strategy.Divisor
}

// HasDivisor reports whether there are numbers that are known by what they leave.
func (d *Domain) HasDivisor() bool { return d.strategy.Divisor > 0 }
