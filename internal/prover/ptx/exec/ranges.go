package exec

import (
	"errors"
	"math/big"

	"github.com/shflgen/shflgen/internal/prover/bv"
)

// Numbers of a launch may be known to keep to bounds together, such as a sum of some of them. Only a grid with a [Loop]
// has that.

// Assume says that a sum is at least one number and at most another, whatever the launch is.
func (g *Grid) Assume(least, most int64, s Sum) {
	clear(g.reaches)
	rest := signedBits(s.w, s.rest)
	g.assumed = append(g.assumed, interval{s.symbols(), least - rest, most - rest})
}

// Evaluate is a sum where the numbers of the launch that have names are those of a map.
func (g *Grid) Evaluate(v bv.Value, named map[string]int64) int64 {
	return g.numberOf(v.(linear), named)
}

func (g *Grid) numberOf(l linear, named map[string]int64) int64 {
	all := signedBits(l.w, l.rest)
	for _, x := range l.terms[:l.n] {
		by := signedBits(l.w, x.by)
		for _, u := range x.of {
			if u != 0 {
				by *= named[g.unknowns[u].name]
			}
		}
		all += by
	}
	return all
}

// Assumes reports whether numbers keep to their own bounds, and to those that they have together.
func (g *Grid) Assumes(named map[string]int64) bool {
	for _, u := range g.unknowns {
		if x, is := named[u.name]; is && (u.lo.Cmp(bigOf(x)) > 0 || u.hi.Cmp(bigOf(x)) < 0) {
			return false
		}
	}
	for _, a := range g.assumed {
		if x := g.numberOf(a.of, named); x < a.lo || x > a.hi {
			return false
		}
	}
	return true
}

// pinned is a polynomial without those of its numbers that a path tells.
func (g *Grid) pinned(l linear) linear {
	if g.Loop == nil {
		return l
	}
	for i := 0; i < l.n; {
		x := l.terms[i]
		by, rest := x.by, product{}
		for _, u := range x.of {
			if u == 0 {
				continue
			}
			if least := g.unknowns[u].lo; least.Cmp(g.unknowns[u].hi) == 0 {
				by *= least.Uint64()
			} else {
				rest = product{rest[1], u}
			}
		}
		if rest == x.of {
			i++
			continue
		}
		if l = l.with(x.of, -x.by); rest == (product{}) {
			l.rest = (l.rest + by) & lowBits(l.w)
		} else {
			l, i = l.with(rest, by), 0
		}
	}
	return l
}

// maxAssumed is how many assumptions are used at once.
const maxAssumed = 2

// reach is the range of l as a whole number: that of its numbers, or what follows if a multiple of an assumed sum is
// taken away from it.
func (g *Grid) reach(l linear) (least, most *big.Int) {
	if len(g.assumed) == 0 {
		return g.span(l)
	}
	if r, ok := g.reaches[l]; ok {
		return r[0], r[1]
	}
	least, most = g.reachBy(linear{w: 64}.Plus(1, l), maxAssumed)
	g.reaches[l] = [2]*big.Int{least, most}
	return least, most
}

// narrows applies the bounds of a path on a polynomial, if that is a number alone, and ends an execution that
// contradicts an assumption.
func (g *Grid) narrows(s linear, known *interval) {
	if g.Loop == nil {
		return
	}
	clear(g.reaches)
	if s.n == 1 && s.terms[0].of[0] == 0 && s.terms[0].by == 1 && !g.isBlock(s) {
		u := &g.unknowns[s.terms[0].of[1]]
		if lo := bigOf(known.lo); lo.Cmp(u.lo) > 0 {
			u.lo = lo
		}
		if hi := bigOf(known.hi); hi.Cmp(u.hi) < 0 {
			u.hi = hi
		}
	}
	for _, a := range g.assumed {
		if least, most := g.span(a.of); least.Cmp(bigOf(a.hi)) > 0 || most.Cmp(bigOf(a.lo)) < 0 {
			panic(impossible{})
		}
	}
}

// isBlock reports whether a number is that of the block. It stays an unknown, as memory is addressed by it.
func (g *Grid) isBlock(s linear) bool {
	number, is := g.Number.(linear)
	return is && number.n == 1 && number.terms[0] == s.terms[0]
}

func (g *Grid) reachBy(l linear, n int) (least, most *big.Int) {
	least, most = g.span(l)
	if n == 0 {
		return least, most
	}
	for _, a := range g.assumed {
		for _, x := range a.of.terms[:a.of.n] {
			times, ok := l.holds(x)
			if !ok {
				continue
			}
			lo, hi := g.reachBy(l.plus(a.of, -uint64(times)), n-1)
			from, to := extremes(bigOf(times), bigOf(times), bigOf(a.lo), bigOf(a.hi))
			if lo.Add(lo, from); lo.Cmp(least) > 0 {
				least = lo
			}
			if hi.Add(hi, to); hi.Cmp(most) < 0 {
				most = hi
			}
		}
	}
	return least, most
}

// ofOne is a comparison s >= from as one of a single number, x >= t, or, where atMost is true, as not x >= t: all else
// that is in s is too small to matter.
func (g *Grid) ofOne(s linear, from int64) (x linear, t int64, atMost, ok bool) {
	for _, m := range s.terms[:s.n] {
		by := int64(m.by)
		if m.of[0] != 0 || by == 0 {
			continue
		}
		least, most := g.reach(s.with(m.of, -m.by))
		if !least.IsInt64() || !most.IsInt64() {
			continue
		}
		// by*x >= from - rest, for each rest from least to most.
		first, last := new(big.Int).Sub(bigOf(from), most), new(big.Int).Sub(bigOf(from), least)
		if by < 0 { // x <= (rest - from) / -by
			first.Neg(first)
			last.Neg(last)
			first.Div(first, bigOf(-by))
			last.Div(last, bigOf(-by))
		} else {
			first = ceiling(first, by)
			last = ceiling(last, by)
		}
		if first.Cmp(last) != 0 || !first.IsInt64() {
			continue
		}
		t = first.Int64()
		if by < 0 {
			t++
		}
		return multiple(64, m.of[1], 1), t, by < 0, true
	}
	return s, from, false, false
}

// ceiling is a number divided by a positive one, rounded up.
func ceiling(x *big.Int, by int64) *big.Int {
	x = new(big.Int).Add(x, bigOf(by-1))
	return x.Div(x, bigOf(by))
}

// impossible is the panic that ends an execution if its path contradicts an assumption.
type impossible struct{}

// ErrImpossible says that an execution stands for no launch.
var ErrImpossible = errors.New("what a path takes for true contradicts what is known of the launch")

// holds is how many times a monomial is in l, if it is a number of times that is whole.
func (l linear) holds(x monomial) (times int64, ok bool) {
	for _, y := range l.terms[:l.n] {
		if y.of == x.of {
			times, by := signedBits(l.w, y.by), signedBits(l.w, x.by)
			return times / by, times%by == 0
		}
	}
	return 0, false
}

// quotient is l divided by a number, rounded down, where l is a whole number without sign: each coefficient to the
// nearest, where what is left of all is known to be below the divisor.
func (g *Grid) quotient(l linear, by int64) (q linear, ok bool) {
	if !g.whole(l, false) || by <= 0 {
		return l, false
	}
	q = linear{w: l.w}
	left := l
	for _, x := range l.terms[:l.n] {
		c := signedBits(l.w, x.by)
		n := c / by
		switch rest := c % by; {
		case rest > by/2:
			n++
		case rest < -by/2:
			n--
		}
		q, left = q.with(x.of, uint64(n)), left.with(x.of, -uint64(n*by))
	}
	least, _ := g.reach(left)
	n := new(big.Int).Div(least, bigOf(by)) // rounds down
	if !n.IsInt64() {
		return l, false
	}
	q.rest = uint64(n.Int64()) & lowBits(l.w)
	left.rest = (left.rest - uint64(n.Int64()*by)) & lowBits(l.w)
	least, most := g.reach(left)
	return q, least.Sign() >= 0 && most.Cmp(bigOf(by)) < 0
}

// someQuotient is l divided by 2^n as a new number with known bounds.
func (g *Grid) someQuotient(l linear, n int) (linear, bool) {
	if !g.whole(l, false) {
		return l, false
	}
	key := division{l, n}
	if _, ok := g.divisions[key]; !ok {
		least, most := g.reach(l)
		if g.divisions == nil {
			g.divisions = map[division]unknown{}
		}
		g.divisions[key] = g.number("a quotient", new(big.Int).Rsh(least, uint(n)), new(big.Int).Rsh(most, uint(n)))
	}
	return multiple(l.w, g.divisions[key], 1), true
}

// division is a polynomial, and by which power of two it is divided.
type division struct {
	of linear
	n  int
}

// ratio is l divided by another polynomial, rounded down, where that is a sum of numbers of the launch and a number.
func (g *Grid) ratio(l, by linear) (q linear, ok bool) {
	if least, _ := g.reach(by); !g.whole(l, false) || !g.whole(by, false) || least.Sign() <= 0 {
		return l, false
	}
	for _, y := range by.terms[:by.n] {
		if y.of[0] != 0 {
			continue
		}
		q = linear{w: l.w}
		for _, x := range l.terms[:l.n] {
			other, ok := x.of.without(y.of[1])
			if n, rest := signedBits(l.w, x.by)/signedBits(l.w, y.by), signedBits(l.w, x.by)%signedBits(l.w, y.by); ok &&
				rest == 0 {
				if other == 0 {
					q.rest = uint64(n) & lowBits(l.w)
				} else {
					q = q.with(product{0, other}, uint64(n))
				}
			}
		}
		for _, more := range []uint64{0, ^uint64(0), 1} {
			q := q.plus(constantOf(l.w, more), 1)
			left := l.plus(q.Times(by), ^uint64(0))
			least, _ := g.reach(left)
			further, _ := g.reach(by.plus(left, ^uint64(0)))
			if least.Sign() >= 0 && further.Sign() > 0 && g.whole(q.Times(by), false) {
				return q, true
			}
		}
	}
	return l, false
}

// without is the other factor of a product, 0 for one alone; ok is false where u is none of it.
func (p product) without(u unknown) (other unknown, ok bool) {
	switch u {
	case p[1]:
		return p[0], true
	case p[0]:
		return p[1], true
	}
	return 0, false
}

// never reports whether x < y is false in each launch that a path stands for.
func (t *thread) never(op bv.IntOp, x, y bv.Value) bool {
	g := t.m.grid
	if g.Loop == nil {
		return false
	}
	a, is := t.asNumber(x)
	b, are := t.asNumber(y)
	if !is || !are || !g.whole(a, op == bv.SLt) || !g.whole(b, op == bv.SLt) {
		return false
	}
	g.asks(a)
	g.asks(b)
	d, flipped, ok := difference(a, b)
	least, most := g.reach(d)
	if flipped {
		return ok && least.Sign() >= 0
	}
	return ok && most.Sign() <= 0
}
