package goread

import (
	"go/ast"
	"go/constant"
	"go/token"
	"math/bits"

	"github.com/shflgen/shflgen/internal/prover/bv"
)

// shift is << or >>. Go shifts by any count: one of the width or more leaves zeros,
// or copies of the sign, and a negative one panics.
func (r *run) shift(n ast.Node, op token.Token, k kind, x value, by ast.Expr) value {
	if c := r.info.Types[by].Value; c != nil {
		count, exact := constant.Uint64Val(constant.ToInt(c))
		if !exact {
			count = uint64(k.bits) // beyond every width
		}
		fixed := int(min(count, uint64(k.bits)))
		if x.loose == looseLow && op == token.SHL && k.bits == 32 && fixed == 16 {
			return value{v: r.shiftBy(op, k, r.noKey(n, x), fixed), loose: looseHigh}
		}
		if x.loose&(looseLow|looseHigh) != 0 && op == token.SHR && k.bits == 32 && !k.signed && fixed == 16 {
			return value{v: r.shiftBy(op, k, r.noKey(n, x), fixed), loose: x.loose.moved(looseHigh, looseLow)}
		}
		return value{v: r.shiftBy(op, k, r.exactly(n, x), fixed)}
	}
	a := r.exactly(n, x)
	count := r.exact(by)
	if kc := r.kind(by); kc.signed {
		r.panics(by, r.dom.Extract(count, kc.bits-1, 1), "shift by a signed count", "want a count that is seen not to be negative, such as an unsigned one")
	}
	if c, known := r.dom.Known(count); known {
		return value{v: r.shiftBy(op, k, a, int(min(c, uint64(k.bits))))}
	}
	stages := bits.Len(uint(k.bits - 1)) // widths are powers of two
	out := a
	for i := range min(stages, count.Width()) {
		out = r.dom.Select(r.dom.Extract(count, i, 1), r.shiftBy(op, k, out, 1<<i), out)
	}
	if count.Width() > stages {
		high := r.dom.Extract(count, stages, count.Width()-stages)
		zero := r.dom.Int(bv.Eq, high, r.dom.Const(high.Width(), 0))
		out = r.dom.Select(zero, out, r.shiftBy(op, k, a, k.bits))
	}
	return value{v: out}
}

// shiftBy shifts by n, at most the width.
func (r *run) shiftBy(op token.Token, k kind, x bv.Value, n int) bv.Value {
	switch {
	case n == 0:
		return x
	case op == token.SHR && k.signed:
		n = min(n, k.bits-1)
		return r.dom.Extend(r.dom.Extract(x, n, k.bits-n), k.bits, true)
	case n >= k.bits:
		return r.dom.Const(k.bits, 0)
	case op == token.SHL:
		return r.dom.Concat(r.dom.Const(n, 0), r.dom.Extract(x, 0, k.bits-n))
	}
	return r.dom.Extend(r.dom.Extract(x, n, k.bits-n), k.bits, false)
}

// bitAt is x >> n & 1 of an unsigned x and an n that depends on data: the bit is picked,
// since most of what a shift of all bits computes would be dropped.
func (r *run) bitAt(e *ast.BinaryExpr) (bv.Value, bool) {
	shift, ok := ast.Unparen(e.X).(*ast.BinaryExpr)
	one := r.info.Types[e.Y].Value
	if !ok || e.Op != token.AND || r.info.Types[shift.Y].Value != nil || shift.Op != token.SHR || one == nil || !constant.Compare(constant.ToInt(one), token.EQL, constant.MakeInt64(1)) {
		return nil, false
	}
	k, kc := r.kind(shift.X), r.kind(shift.Y)
	if k.float || k.bool || k.signed || kc.signed {
		return nil, false
	}
	x, count := r.exactly(shift.X, r.eval(shift.X)), r.exact(shift.Y)
	if c, known := r.dom.Known(count); known {
		return r.dom.Int(bv.And, r.shiftBy(token.SHR, k, x, int(min(c, uint64(k.bits)))), r.dom.Const(k.bits, 1)), true
	}
	stages := bits.Len(uint(k.bits - 1)) // widths are powers of two
	for i := stages - 1; i >= 0; i-- {
		half := x.Width() / 2
		low, high := r.dom.Extract(x, 0, half), r.dom.Extract(x, half, half)
		if i < count.Width() {
			low = r.dom.Select(r.dom.Extract(count, i, 1), high, low)
		}
		x = low
	}
	if count.Width() > stages {
		high := r.dom.Extract(count, stages, count.Width()-stages)
		x = r.and(r.dom.Int(bv.Eq, high, r.dom.Const(high.Width(), 0)), x)
	}
	return r.dom.Extend(x, k.bits, false), true
}
