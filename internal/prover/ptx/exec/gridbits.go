package exec

import (
	"math/bits"

	"github.com/shflgen/shflgen/internal/prover/bv"
)

// Bits of what the launch does not tell are followed where they are a number of it again, or are the same in every
// launch.

// lowest are the low k bits of a polynomial, in w bits.
func (t *thread) lowest(l linear, k, w int) bv.Value {
	t.m.grid.asks(l)
	m := l.Modulo(k)
	switch {
	case m.n == 0:
		return t.m.Dom.Const(w, m.rest)
	case t.m.grid.whole(m, false): // no bit of it is lost
		return t.value(t.extended(m, w, false))
	}
	return lowBitsOf(l, k, w)
}

// bitsFrom are the w bits of a polynomial from bit n on.
func (t *thread) bitsFrom(l linear, n, w int) bv.Value {
	if n == 0 {
		return t.lowest(l, w, w)
	}
	return t.resized(t.shiftedRight(l, n, false), w, false)
}

// masked is op on a polynomial and a number.
func (t *thread) masked(op bv.IntOp, l linear, x uint64) bv.Value {
	t.m.grid.asks(l)
	low := func(k int) (uint64, bool) { // the low k bits, where they are known
		m := l
		if k < l.w {
			m = l.Modulo(max(k, 1))
		}
		return m.rest, k == 0 || m.n == 0
	}
	k := 0
	for k < l.w && x>>k != 0 {
		k++
	}
	kept := x // and the bits above that l has none of
	if top, known := t.m.grid.top(l, k); op == bv.And && 0 < k && k < l.w && known && top == 0 {
		kept |= lowBits(l.w) &^ lowBits(k)
	}
	if n := bits.TrailingZeros64(x); op == bv.And && x != 0 {
		if top, known := t.m.grid.top(l, n); known {
			return t.m.Dom.Const(l.w, top<<n&x)
		}
	}
	switch {
	case op == bv.Xor && x == lowBits(l.w):
		return t.value(constantOf(l.w, x).plus(l, ^uint64(0)))
	case op == bv.And && x == lowBits(l.w):
		return t.value(l)
	case op == bv.And && k > 0 && x == lowBits(k):
		return t.lowest(l, k, l.w)
	case op == bv.And && k > 0 && k-l.Modulo(k).symbols().step() <= maxSettled:
		return t.m.Dom.Const(l.w, t.settle(residue{l, k})&x)
	case op == bv.And && x != 0 && ^kept&lowBits(l.w)&(^kept&lowBits(l.w)+1) == 0: // the bits above some low ones
		k = 0
		for x>>k&1 == 0 {
			k++
		}
		if rest, known := low(k); known {
			return t.value(l.plus(constantOf(l.w, rest), ^uint64(0)))
		}
	case op != bv.And:
		if rest, known := low(k); known && rest&x == 0 {
			return t.value(l.plus(constantOf(l.w, x), 1))
		}
	}
	stop("bits of %s that are not known", t.m.grid.text(l))
	return nil
}

// resized is a number of the launch in w bits.
func (t *thread) resized(v bv.Value, w int, signed bool) bv.Value {
	if u, is := v.(union); is && (w <= u.w || u.n == 1 && (!signed || u.w > u.of[0].k)) {
		return u.lowest(w, w)
	}
	l := t.linearOf(v)
	if w < l.w {
		t.m.grid.asks(l)
		return t.value(l.Modulo(w))
	}
	return t.value(t.extended(l, w, signed))
}

// shiftedRight is a number of the launch divided by 2^n, rounded down.
func (t *thread) shiftedRight(v bv.Value, n int, signed bool) bv.Value {
	l := t.linearOf(v)
	t.m.grid.asks(l)
	rest := uint64(signedBits(l.w, l.rest)>>n) & lowBits(l.w)
	if !signed {
		if top, known := t.m.grid.top(l, n); known {
			return t.m.Dom.Const(l.w, top)
		}
		if turns, same := t.m.grid.turns(l); same && turns == -1 { // l + 2^w, which is positive
			rest, signed = l.rest>>n, true
		}
	}
	if !t.m.grid.whole(l, signed) {
		stop("%s may wrap around in %d bits before it is shifted", t.m.grid.text(l), l.w)
	}
	all := linear{w: l.w, rest: rest}
	for _, x := range l.terms[:l.n] {
		by := signedBits(l.w, x.by)
		if by>>n<<n != by {
			if q, ok := t.m.grid.quotient(l, 1<<n); ok && !signed {
				return t.value(q)
			}
			if q, ok := t.m.grid.someQuotient(l, n); ok && !signed {
				return t.value(q)
			}
			stop("bits of %s that are not known", t.m.grid.text(l))
		}
		all = all.with(x.of, uint64(by>>n))
	}
	return t.value(all)
}
