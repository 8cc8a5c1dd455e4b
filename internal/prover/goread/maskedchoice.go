package goread

import (
	"go/ast"
	"go/token"

	"github.com/shflgen/shflgen/internal/prover/bv"
)

// maskedChoice sees x&m | y&^m of a word m that is all ones or zero: the claim "masked choice" of package rule. It
// chooses keys, and floats that arithmetic gave: no other arithmetic on their bits is followed.
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
