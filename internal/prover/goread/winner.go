package goread

import (
	"go/ast"

	"github.com/shflgen/shflgen/internal/prover/algebra"
	"github.com/shflgen/shflgen/internal/prover/bv"
	"github.com/shflgen/shflgen/spec"
)

// winners is a domain that knows which number is a winner's.
type winners interface {
	Winner(i bv.Value, keys []bv.Value) (best bv.Value, ok bool)
}

// ofWinner is the element in[at] of an array in the function itself, where at is the number of the first element with the best key of all: the
// element has that key, which says all of it but the payload of a NaN. It is false of any other index. Elements that have
// another type in memory have keys as what decode makes of them, and so is the result; else decode is nil.
func (r *run) ofWinner(e *ast.IndexExpr, of *array, decode *helper) (value, bool) {
	d, ok := r.dom.(winners)
	if _, variable := ast.Unparen(e.Index).(*ast.Ident); !ok || !variable || e.Pos() < r.main.Body.Pos() || e.End() > r.main.Body.End() || !r.shape.Grid() || !r.shape.HasIndex() || (r.Spec.In != spec.AsType) != (decode != nil) {
		return value{}, false
	}
	keys := make([]bv.Value, len(of.cells))
	for i, c := range of.cells {
		if c.val.v == nil || c.val.loose != 0 || c.val.isKey || c.val.v.Width() != r.Spec.InType().Bits() {
			return value{}, false
		}
		x := c.val.v
		if decode != nil {
			x = r.dom.Convert(bv.F32, decode.format, x)
		}
		keys[i] = algebra.Key(r.dom, r.Spec, x)
	}
	at := r.exactly(e.Index, r.eval(e.Index))
	var best bv.Value
	if i, known := r.dom.Known(at); known && i == 0 && len(keys) == 1 { // nobody is beside it
		best = keys[0]
	} else if best, ok = d.Winner(at, keys); known || !ok {
		return value{}, false
	}
	x := value{v: algebra.Unkey(r.dom, r.Spec, best)}
	if algebra.Format(r.Spec.Type) != nil {
		x.loose = looseWhole
	}
	return x, true
}

// decodedWinner is Decode(in[at]), where [run.ofWinner] knows what it is.
func (r *run) decodedWinner(h helper, e ast.Expr) (value, bool) {
	index, ok := ast.Unparen(e).(*ast.IndexExpr)
	if !ok {
		return value{}, false
	}
	of, _ := r.base(index)
	r.readable(index, of)
	return r.ofWinner(index, of, &h)
}
