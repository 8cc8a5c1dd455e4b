package gofunc

import (
	"go/ast"
	"go/types"

	"github.com/shflgen/shflgen/internal/prover/bv"
	"github.com/shflgen/shflgen/internal/prover/goexec"
)

// Expr is float32(math.Sqrt(float64(x))) of a float32 x: the root of x rounded once. 53 bits are at least twice 24 and
// two more, so that rounding twice is rounding once (Figueroa, "When is double rounding innocuous?", 1995).
func (r *run) Expr(x ast.Expr) (goexec.Value, bool) {
	e, ok := x.(*ast.CallExpr)
	if !ok || !r.Info.Types[e.Fun].IsType() {
		return goexec.Value{}, false
	}
	is := func(e ast.Expr, k types.BasicKind) bool {
		b, ok := r.Info.TypeOf(e).Underlying().(*types.Basic)
		return ok && b.Kind() == k
	}
	root, ok := ast.Unparen(e.Args[0]).(*ast.CallExpr)
	if !ok || !is(e, types.Float32) {
		return goexec.Value{}, false
	}
	sel, ok := ast.Unparen(root.Fun).(*ast.SelectorExpr)
	if !ok {
		return goexec.Value{}, false
	}
	if fn, ok := r.Info.Uses[sel.Sel].(*types.Func); !ok || fn.FullName() != "math.Sqrt" {
		return goexec.Value{}, false
	}
	wide, ok := ast.Unparen(root.Args[0]).(*ast.CallExpr)
	if !ok || !r.Info.Types[wide.Fun].IsType() || !is(wide, types.Float64) || !is(wide.Args[0], types.Float32) {
		return goexec.Value{}, false
	}
	return goexec.Value{V: bv.Apply(r.Dom, bv.FSqrt(bv.F32), r.Floats(wide)...), Loose: goexec.Whole}, true
}
