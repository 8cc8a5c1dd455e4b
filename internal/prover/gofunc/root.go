package gofunc

import (
	"go/ast"
	"go/types"

	"github.com/shflgen/shflgen/internal/prover/bv"
)

// narrowRoot is float32(math.Sqrt(float64(x))) of a float32 x: the root of x rounded once. 53
// bits are at least twice 24 and two more, so that rounding twice is rounding once (Figueroa,
// "When is double rounding innocuous?", 1995).
func (r *run) narrowRoot(e *ast.CallExpr) (value, bool) {
	is := func(e ast.Expr, k types.BasicKind) bool {
		b, ok := r.pkg.Info.TypeOf(e).Underlying().(*types.Basic)
		return ok && b.Kind() == k
	}
	root, ok := ast.Unparen(e.Args[0]).(*ast.CallExpr)
	if !ok || !is(e, types.Float32) {
		return nil, false
	}
	sel, ok := ast.Unparen(root.Fun).(*ast.SelectorExpr)
	if !ok {
		return nil, false
	}
	if fn, ok := r.pkg.Info.Uses[sel.Sel].(*types.Func); !ok || fn.FullName() != "math.Sqrt" {
		return nil, false
	}
	wide, ok := ast.Unparen(root.Args[0]).(*ast.CallExpr)
	if !ok || !r.pkg.Info.Types[wide.Fun].IsType() || !is(wide, types.Float64) || !is(wide.Args[0], types.Float32) {
		return nil, false
	}
	return value{{v: bv.Apply(r.dom, bv.FSqrt(bv.F32), r.scalar(wide.Args[0]).v), loose: true}}, true
}
