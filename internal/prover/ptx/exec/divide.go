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
		t.set(in, Cell{t.divided(ty, a.V, b.V, rem), t.m.and(a.Def, b.Def)})
		return
	}
	a, b := t.read(in.args[1], ty.w), t.read(in.args[2], ty.w)
	if t.m.aborts && t.divideAlone(in, ty, a, b, rem) {
		return
	}
	by := t.known(b, "a divisor")
	if by == 0 {
		stop("division by zero")
	}
	_, known := d.Known(a.V)
	v, ok := bv.RestOf(d, a.V, by)
	switch {
	case ok && rem && ty.signed:
	case known || t.ofMask(a.V):
		v = bv.LongDivision(d, bv.Division{Signed: ty.signed, Remainder: rem, Bits: ty.w}, a.V, b.V, func() {})
	case ty.signed || by&(by-1) != 0:
		stop("divides what depends on the data or the mask")
	case rem:
		v = d.Int(bv.And, a.V, d.Const(ty.w, by-1))
	default:
		v = bv.ShiftBy(d, bv.Right, a.V, bits.TrailingZeros64(by))
	}
	t.set(in, Cell{v, t.m.and(a.Def, b.Def)})
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
		stop("%s is divided by %s", g.text(x), g.text(y))
	}
	if rem {
		return t.value(x.plus(q.Times(y), ^uint64(0)))
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
	t.set(in, Cell{v, def})
	return true
}
