package exec

import (
	"math/bits"

	"github.com/shflgen/shflgen/internal/prover/bv"
)

// divide is div and rem of integers by a number: of numbers, as thread numbers are, of
// what depends on the mask alone, and of anything unsigned by a power of two. Compilers
// that optimise leave no other.
func divide(t *thread, in *instr) {
	ty := in.last()
	d := t.m.Dom
	rem := in.form.name == "rem"
	if a, b := t.readAny(in.args[1], ty.w), t.readAny(in.args[2], ty.w); ofGrid(a.V) || ofGrid(b.V) {
		t.set(in, 0, Cell{t.divided(ty, a.V, b.V, rem), t.m.and(a.Def, b.Def)})
		return
	}
	a, b := t.read(in.args[1], ty.w), t.read(in.args[2], ty.w)
	if t.m.aborts && t.divideAlone(in, ty, a, b, rem) {
		return
	}
	by := t.known(b, "a divisor")
	if by == 0 {
		t.stop("division by zero")
	}
	x, known := d.Known(a.V)
	v, ok := bv.RestOf(d, a.V, by)
	switch {
	case ok && rem && ty.signed:
	case known:
		v = d.Const(ty.w, quotient(ty, x, by, rem))
	case t.ofMask(a.V) && (ty.signed || by <= 1<<(ty.w-1)):
		v = longDivision(d, ty, a.V, by, rem)
	case ty.signed || by&(by-1) != 0:
		t.stop("divides what depends on the data or the mask")
	case rem:
		v = d.Int(bv.And, a.V, d.Const(ty.w, by-1))
	default:
		n := 0
		for by>>n != 1 {
			n++
		}
		v = shift(d, a.V, -n, false)
	}
	t.set(in, 0, Cell{v, t.m.and(a.Def, b.Def)})
}

// divided is a quotient of numbers of the launch, or what is left of one.
func (t *thread) divided(ty typ, a, b bv.Value, rem bool) bv.Value {
	g, x, y := t.m.grid, t.linearOf(a), t.linearOf(b)
	g.asks(x)
	g.asks(y)
	q, ok := linear{}, false
	switch {
	case ty.signed:
	case y.n == 0 && y.rest < 1<<31:
		if q, ok = g.quotient(x, int64(y.rest)); !ok && y.rest > 0 && y.rest&(y.rest-1) == 0 {
			q, ok = g.someQuotient(x, bits.TrailingZeros64(y.rest))
		}
	default:
		q, ok = g.ratio(x, y)
	}
	if !ok {
		unfollowed("%s is divided by %s", g.text(x), g.text(y))
	}
	if rem {
		return t.value(x.plus(q.times(y), ^uint64(0)))
	}
	return t.value(q)
}

// divideAlone is a division by what may be any number: by zero the result is unspecified (PTX
// ISA, "Integer Arithmetic Instructions: div").
func (t *thread) divideAlone(in *instr, ty typ, a, b Cell, rem bool) bool {
	d := t.m.Dom
	if y, known := d.Known(b.V); known && y == 0 {
		return false
	}
	v := bv.Quotient(d, bv.Division{Signed: ty.signed, Remainder: rem, Bits: ty.w}, a.V, b.V)
	def := t.m.and(t.m.and(a.Def, b.Def), d.Not(d.Int(bv.Eq, b.V, d.Const(ty.w, 0))))
	t.set(in, 0, Cell{v, def})
	return true
}

// quotient is x/by, or what is left of it, rounded toward zero, with the sign of x.
func quotient(ty typ, x, by uint64, rem bool) uint64 {
	low := ^uint64(0) >> (64 - ty.w)
	if !ty.signed {
		if rem {
			return x % by
		}
		return x / by
	}
	p, q := int64(x<<(64-ty.w))>>(64-ty.w), int64(by<<(64-ty.w))>>(64-ty.w)
	switch {
	case q == -1 && rem:
		return 0
	case q == -1:
		return -uint64(p) & low
	case rem:
		return uint64(p%q) & low
	}
	return uint64(p/q) & low
}

// longDivision is [quotient] of guards, bit by bit as on paper: of sizes, and then with the sign of x for what is left,
// or that of x and by for the quotient. The size of by is at most half of what the type holds, so that no bit of what
// is left is shifted out.
func longDivision(d bv.Domain, ty typ, x bv.Value, by uint64, rem bool) bv.Value {
	if bv.ByRests(d, x, by) {
		return bv.Truncated(d, x, by, rem, ty.signed)
	}
	zero := d.Const(ty.w, 0)
	negate := func(when, v bv.Value) bv.Value { return d.Select(when, d.Int(bv.Sub, zero, v), v) }
	negative := d.Const(1, 0)
	flip := false
	if ty.signed {
		negative = d.Extract(x, ty.w-1, 1)
		x = negate(negative, x)
		if size := int64(by<<(64-ty.w)) >> (64 - ty.w); size < 0 {
			by, flip = uint64(-size), true
		}
	}
	divisor, rest := d.Const(ty.w, by), d.Const(ty.w, 0)
	quotient := make([]bv.Value, ty.w)
	for i := ty.w - 1; i >= 0; i-- {
		rest = d.Concat(d.Extract(x, i, 1), d.Extract(rest, 0, ty.w-1))
		quotient[i] = d.Not(d.Int(bv.ULt, rest, divisor))
		rest = d.Select(quotient[i], d.Int(bv.Sub, rest, divisor), rest)
	}
	if rem {
		return negate(negative, rest)
	}
	whole := quotient[0]
	for _, bit := range quotient[1:] {
		whole = d.Concat(whole, bit)
	}
	if flip {
		negative = d.Not(negative)
	}
	return negate(negative, whole)
}
