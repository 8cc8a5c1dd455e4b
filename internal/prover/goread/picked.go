package goread

import (
	"go/ast"
	"go/constant"
	"go/token"
	"math/bits"

	"github.com/shflgen/shflgen/internal/prover/bv"
)

// Emitted code chooses and picks bits by arithmetic on masks. The reader sees the meaning by the form: terms of the
// arithmetic would be dropped again.

// maskedChoice sees x&m | y&^m of a word m that is all ones or zero: the claim "masked choice" of package rule.
func (r *run) maskedChoice(e *ast.BinaryExpr) (c bv.Value, x, y ast.Expr, ok bool) {
	l, okl := ast.Unparen(e.X).(*ast.BinaryExpr)
	n, okn := ast.Unparen(e.Y).(*ast.BinaryExpr)
	if e.Op != token.OR || !okl || !okn || l.Op != token.AND || n.Op != token.AND_NOT {
		return nil, nil, nil, false
	}
	m, okm := ast.Unparen(l.Y).(*ast.Ident)
	m2, okm2 := ast.Unparen(n.Y).(*ast.Ident)
	if !okm || !okm2 || r.info.Uses[m] == nil || r.info.Uses[m] != r.info.Uses[m2] {
		return nil, nil, nil, false
	}
	word, defined := r.Env[r.info.Uses[m]]
	if !defined || word.Val.V == nil || word.Val.IsKey || word.Val.Loose != 0 {
		return nil, nil, nil, false
	}
	c = r.Dom.Extract(word.Val.V, 0, 1)
	if r.Dom.Extend(c, word.Val.V.Width(), true) != word.Val.V {
		return nil, nil, nil, false // not all ones or zero
	}
	return c, l.X, n.X, true
}

// bitAt is x >> n & 1 of an unsigned x and an n that depends on data: the bit is picked,
// since most of what a shift of all bits computes would be dropped.
func (r *run) bitAt(e *ast.BinaryExpr) (bv.Value, bool) {
	shift, ok := ast.Unparen(e.X).(*ast.BinaryExpr)
	one := r.info.Types[e.Y].Value
	if !ok || e.Op != token.AND || r.info.Types[shift.Y].Value != nil || shift.Op != token.SHR || one == nil ||
		!constant.Compare(constant.ToInt(one), token.EQL, constant.MakeInt64(1)) {
		return nil, false
	}
	k, kc := r.Kind(shift.X), r.Kind(shift.Y)
	if k.Float || k.Bool || k.Signed || kc.Signed {
		return nil, false
	}
	x, count := r.Exactly(shift.X, r.Eval(shift.X)), r.Exact(shift.Y)
	if c, known := r.Dom.Known(count); known {
		return r.Dom.Int(bv.And, bv.ShiftBy(r.Dom, bv.Right, x, int(min(c, uint64(k.Bits)))), r.Dom.Const(k.Bits, 1)), true
	}
	stages := bits.Len(uint(k.Bits - 1)) // widths are powers of two
	for i := stages - 1; i >= 0; i-- {
		half := x.Width() / 2
		low, high := r.Dom.Extract(x, 0, half), r.Dom.Extract(x, half, half)
		if i < count.Width() {
			low = r.Dom.Select(r.Dom.Extract(count, i, 1), high, low)
		}
		x = low
	}
	if count.Width() > stages {
		high := r.Dom.Extract(count, stages, count.Width()-stages)
		x = r.And(r.Dom.Int(bv.Eq, high, r.Dom.Const(high.Width(), 0)), x)
	}
	return r.Dom.Extend(x, k.Bits, false), true
}
