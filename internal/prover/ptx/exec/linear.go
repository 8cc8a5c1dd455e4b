package exec

import (
	"math"
	"math/big"
	"math/bits"
)

// unknown is a whole number that the launch of a kernel has and nobody knows: an index into
// Grid.unknowns. 0 is none.
type unknown uint8

// product is a product of at most two unknowns, in order: {0, x} is x alone.
type product [2]unknown

// monomial is a product with its coefficient, modulo 2^w.
type monomial struct {
	of product
	by uint64
}

// maxMonomials bounds a polynomial: an address has three, of where the matrix starts, of the block
// and of the row within it.
const maxMonomials = 8

// linear is a value of w bits that is a polynomial of unknowns: rest + the sum of the first n
// terms, modulo 2^w. Terms are in order and no coefficient is 0, so equal polynomials are equal.
type linear struct {
	w     int
	n     int
	terms [maxMonomials]monomial
	rest  uint64
}

// Sum is a number of the launch: a number, and multiples of numbers that nobody knows and of products of two of them.
type Sum = linear

// Number is a number as a sum of 64 bits.
func Number(x int64) Sum { return constantOf(64, uint64(x)) }

// Width is the number of bits.
func (l linear) Width() int { return l.w }

// Plus is a sum and a multiple of another one, as whole numbers with signs.
func (l linear) Plus(by int64, m Sum) Sum {
	for _, x := range m.terms[:m.n] {
		l = l.with(x.of, uint64(by*signedBits(m.w, x.by)))
	}
	l.rest = (l.rest + uint64(by*signedBits(m.w, m.rest))) & lowBits(l.w)
	return l
}

func lowBits(w int) uint64 { return ^uint64(0) >> (64 - w) }

// constantOf is a number as a polynomial.
func constantOf(w int, x uint64) linear { return linear{w: w, rest: x & lowBits(w)} }

// multiple is a multiple of one unknown.
func multiple(w int, u unknown, by uint64) linear { return linear{w: w}.with(product{0, u}, by) }

// with adds a monomial.
func (l linear) with(of product, by uint64) linear {
	by &= lowBits(l.w)
	at := 0
	for at < l.n && (l.terms[at].of[0] < of[0] || l.terms[at].of[0] == of[0] && l.terms[at].of[1] < of[1]) {
		at++
	}
	if at < l.n && l.terms[at].of == of {
		if sum := (l.terms[at].by + by) & lowBits(l.w); sum != 0 {
			l.terms[at].by = sum
			return l
		}
		copy(l.terms[at:], l.terms[at+1:l.n])
		l.n--
		l.terms[l.n] = monomial{}
		return l
	}
	if by == 0 {
		return l
	}
	if l.n == maxMonomials {
		stop("too long a sum of what the launch does not tell")
	}
	copy(l.terms[at+1:], l.terms[at:l.n])
	l.terms[at] = monomial{of, by}
	l.n++
	return l
}

// plus is l + by*m.
func (l linear) plus(m linear, by uint64) linear {
	for _, x := range m.terms[:m.n] {
		l = l.with(x.of, by*x.by)
	}
	l.rest = (l.rest + by*m.rest) & lowBits(l.w)
	return l
}

// Times is l * m.
func (l linear) Times(m linear) linear {
	all := linear{w: l.w}.plus(l, m.rest)
	for _, y := range m.terms[:m.n] {
		for _, x := range l.terms[:l.n] {
			if x.of[0] != 0 || y.of[0] != 0 {
				stop("a product of three numbers that the launch does not tell")
			}
			all = all.with(product{min(x.of[1], y.of[1]), max(x.of[1], y.of[1])}, x.by*y.by)
		}
		all = all.with(y.of, y.by*l.rest)
	}
	return all
}

// Modulo is l modulo 2^k, in k bits.
func (l linear) Modulo(k int) linear { return linear{w: k}.plus(l, 1) }

// symbols is l without its number.
func (l linear) symbols() linear {
	l.rest = 0
	return l
}

// step is the largest power of two, at most 2^w, that divides every coefficient.
func (l linear) step() int {
	k := l.w
	for _, x := range l.terms[:l.n] {
		k = min(k, bits.TrailingZeros64(x.by))
	}
	return k
}

// divided is l / 2^k, in k bits less: 2^k divides every coefficient.
func (l linear) divided(k int) linear {
	l.w -= k
	for i := range l.terms[:l.n] {
		l.terms[i].by >>= k
	}
	l.rest >>= k
	return l
}

// signedBits is the number that w bits stand for.
func signedBits(w int, x uint64) int64 { return int64(x<<(64-w)) >> (64 - w) }

// maxShort bounds the numbers of a span that is computed in 64 bits: the sum of two is no more than those hold.
const maxShort = 1 << 61

// shortSpan is [Grid.span] where no number on the way is beyond maxShort.
func (g *Grid) shortSpan(l linear) (least, most int64, ok bool) {
	least = signedBits(l.w, l.rest)
	if most = least; magnitude(least) > maxShort {
		return 0, 0, false
	}
	for _, x := range l.terms[:l.n] {
		lo, hi, ok := g.unknowns[x.of[1]].short()
		if u := x.of[0]; u != 0 && ok {
			var a, b int64
			if a, b, ok = g.unknowns[u].short(); ok {
				lo, hi, ok = shortExtremes(lo, hi, a, b)
			}
		}
		if ok {
			by := signedBits(l.w, x.by)
			lo, hi, ok = shortExtremes(lo, hi, by, by)
		}
		if least, most = least+lo, most+hi; !ok || least < -maxShort || most > maxShort {
			return 0, 0, false
		}
	}
	return least, most, true
}

// short are the bounds of a number, if they are numbers of 64 bits.
func (u *unknownNumber) short() (lo, hi int64, ok bool) {
	return u.lo.Int64(), u.hi.Int64(), u.lo.IsInt64() && u.hi.IsInt64()
}

// shortExtremes is [extremes] where no product is beyond maxShort.
func shortExtremes(a, b, c, d int64) (least, most int64, ok bool) {
	least, most = math.MaxInt64, math.MinInt64
	for _, x := range [2]int64{a, b} {
		for _, y := range [2]int64{c, d} {
			p := x * y
			if hi, lo := bits.Mul64(magnitude(x), magnitude(y)); hi > 0 || lo > maxShort {
				return 0, 0, false
			}
			least, most = min(least, p), max(most, p)
		}
	}
	return least, most, true
}

// magnitude is |x|.
func magnitude(x int64) uint64 {
	if x < 0 {
		return -uint64(x)
	}
	return uint64(x)
}

// span is the range of l as a whole number, with coefficients that have signs.
func (g *Grid) span(l linear) (least, most *big.Int) {
	if least, most, ok := g.shortSpan(l); ok {
		return bigOf(least), bigOf(most)
	}
	return g.longSpan(l)
}

// longSpan is [Grid.span] for numbers of any size.
func (g *Grid) longSpan(l linear) (least, most *big.Int) {
	least = big.NewInt(signedBits(l.w, l.rest))
	most = new(big.Int).Set(least)
	for _, x := range l.terms[:l.n] {
		lo, hi := g.unknowns[x.of[1]].lo, g.unknowns[x.of[1]].hi
		if u := x.of[0]; u != 0 {
			lo, hi = extremes(lo, hi, g.unknowns[u].lo, g.unknowns[u].hi)
		}
		by := big.NewInt(signedBits(l.w, x.by))
		lo, hi = extremes(lo, hi, by, by)
		least.Add(least, lo)
		most.Add(most, hi)
	}
	return least, most
}

// extremes are the least and the greatest product of numbers of two ranges.
func extremes(a, b, c, d *big.Int) (least, most *big.Int) {
	for _, x := range []*big.Int{a, b} {
		for _, y := range []*big.Int{c, d} {
			p := new(big.Int).Mul(x, y)
			if least == nil || p.Cmp(least) < 0 {
				least = p
			}
			if most == nil || p.Cmp(most) > 0 {
				most = p
			}
		}
	}
	return least, most
}

// whole reports whether the value of l, with or without sign, is the polynomial as a whole number:
// nothing wraps.
func (g *Grid) whole(l linear, signed bool) bool {
	least, most := g.reach(l)
	low, high := big.NewInt(0), new(big.Int).Lsh(big.NewInt(1), uint(l.w))
	if signed {
		high.Rsh(high, 1)
		low.Neg(high)
	}
	return least.Cmp(low) >= 0 && most.Cmp(high) < 0
}

// turns is how often 2^w goes into l as a whole number, rounded down, where that is the same for all that l may be.
func (g *Grid) turns(l linear) (turns int64, same bool) {
	least, most := g.span(l)
	least.Rsh(least, uint(l.w)) // rounds down
	most.Rsh(most, uint(l.w))
	return least.Int64(), least.Cmp(most) == 0 && least.IsInt64()
}

// top is l divided by 2^n, rounded down, as w bits without sign hold it, where it is the same for all that l may be.
func (g *Grid) top(l linear, n int) (top uint64, known bool) {
	if _, same := g.turns(l); !same {
		return 0, false
	}
	least, most := g.span(l)
	least.Rsh(least, uint(n))
	most.Rsh(most, uint(n))
	if least.Cmp(most) != 0 {
		return 0, false
	}
	least.And(least, new(big.Int).SetUint64(lowBits(l.w)>>n))
	return least.Uint64(), true
}

// extended is l in w bits, at least as many as it has.
func (t *thread) extended(l linear, w int, signed bool) linear {
	if w == l.w {
		return l
	}
	if !t.m.grid.whole(l, signed) {
		stop("%s may wrap around in %d bits before it is extended", t.m.grid.text(l), l.w)
	}
	return linear{w: w}.Plus(1, l)
}
