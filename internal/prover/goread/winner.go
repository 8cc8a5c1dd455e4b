package goread

import (
	"go/ast"

	"github.com/shflgen/shflgen/internal/prover/algebra"
	"github.com/shflgen/shflgen/internal/prover/bv"
	"github.com/shflgen/shflgen/internal/prover/goexec"
	"github.com/shflgen/shflgen/spec"
)

// winners is a domain that knows which number is a winner's.
type winners interface {
	Winner(i bv.Value, keys []bv.Value) (best bv.Value, ok bool)
}

// ofWinner is the element in[at] of an array in the function itself, where at is the number of the first element with
// the best key of all: the element has that key, which says all of it but the payload of a NaN. It is false of any
// other index. Elements that have another type in memory have keys as what decode makes of them, and so is the result;
// else decode is nil.
func (r *run) ofWinner(e *ast.IndexExpr, decode *helper) (goexec.Value, bool) {
	d, ok := r.Dom.(winners)
	if _, variable := ast.Unparen(e.Index).(*ast.Ident); !ok || !variable || e.Pos() < r.main.Body.Pos() ||
		e.End() > r.main.Body.End() || !r.shape.Grid() || !r.shape.HasIndex() ||
		(r.Spec.In() != spec.AsType) != (decode != nil) {
		return goexec.Value{}, false
	}
	of, _ := r.Base(e)
	r.Readable(e, of)
	keys := make([]bv.Value, len(of.Cells))
	for i, c := range of.Cells {
		if c.Val.V == nil || c.Val.Loose != 0 || c.Val.IsKey || c.Val.V.Width() != r.Spec.InType().Bits() {
			return goexec.Value{}, false
		}
		x := c.Val.V
		if decode != nil {
			x = r.Dom.Convert(bv.F32, decode.format, x)
		}
		keys[i] = algebra.Key(r.Dom, r.Spec, x)
	}
	at := r.Exactly(e.Index, r.Eval(e.Index))
	var best bv.Value
	if i, known := r.Dom.Known(at); known && i == 0 && len(keys) == 1 { // nobody is beside it
		best = keys[0]
	} else if best, ok = d.Winner(at, keys); known || !ok {
		return goexec.Value{}, false
	}
	x := goexec.Value{V: algebra.Unkey(r.Dom, r.Spec, best)}
	if algebra.Format(r.Spec.Type) != nil {
		x.Loose = goexec.Whole
	}
	return x, true
}

// decodedWinner is Decode(in[at]), where [run.ofWinner] knows what it is.
func (r *run) decodedWinner(h helper, e ast.Expr) (goexec.Value, bool) {
	index, ok := ast.Unparen(e).(*ast.IndexExpr)
	if !ok {
		return goexec.Value{}, false
	}
	return r.ofWinner(index, &h)
}
