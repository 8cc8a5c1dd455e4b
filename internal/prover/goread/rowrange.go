package goread

import (
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"

	"github.com/shflgen/shflgen/internal/prover/check"
)

// The function of a matrix whose rows have any of a range of lengths,
//
//	func(in []T, pitch int, cols int, out []U)
//
// panics first where cols is not in the range:
//
//	if cols < 1 || cols > 128 {
//		panic("…")
//	}
//	least := (131071 + cols) / cols
//
// The second statement says how many rows a part has, at least 1 as cols is positive. The loops over the rows follow,
// whose rounds are
//
//	out[r] = f(in[r*pitch : r*pitch+cols : len(in)])
//
// which panics where in does not hold the whole row. So f is called on slices of cols elements, and what is left to
// prove is that it gives the result of a row of each length.

// OfCols is the function of a range of columns under proof on rows of n of them.
func (f *File) OfCols(n int) check.Subject {
	of := *f
	of.span, of.Spec = f.Spec, f.Spec.OfCols(n)
	of.shape = of.Spec.Shape()
	return subject{&of}
}

const rangedForm = "want for r := range out { out[r] = f(in[r*pitch : r*pitch+cols : len(in)]) }"

// rangedRound is the call of a round of the loops.
func (r *run) rangedRound(list []ast.Stmt, params *types.Tuple) *ast.CallExpr {
	inputs := len(r.shape.In)
	cols, out := params.At(2*inputs), params.At(2*inputs+1)
	if len(list) < 2 || !r.isPanicOutside(list[0], cols) {
		r.Stop(r.main, "body of "+r.main.Name.Name,
			"want if cols < LEAST || cols > MOST { panic(…) } first, with the ends of -cols "+r.span.ColsText())
	}
	n := r.countOf(out)
	n.form = rangedForm
	if n.least = r.leastOf(list[1], cols); n.least == nil {
		r.Stop(list[1], "rows of a part", "want least := (N + cols) / cols, with a constant N that is not negative")
	}
	loops := r.rowLoops(list[2:], n)
	return r.oneCall(loops, func(l rowLoop) *ast.CallExpr {
		return r.roundOf(l, params, out, func(a ast.Expr, in, pitch types.Object) bool {
			return r.isRangedRow(a, in, pitch, l.row, cols)
		})
	})
}

// isPanicOutside reports whether a statement is if cols < LEAST || cols > MOST { panic("…") }.
func (r *run) isPanicOutside(s ast.Stmt, cols types.Object) bool {
	ends, ok := s.(*ast.IfStmt)
	if !ok || ends.Init != nil || ends.Else != nil || len(ends.Body.List) != 1 {
		return false
	}
	either, ok := ends.Cond.(*ast.BinaryExpr)
	if !ok || either.Op != token.LOR || !r.compares(either.X, cols, token.LSS, r.span.Least) ||
		!r.compares(either.Y, cols, token.GTR, r.span.Cols) {
		return false
	}
	does, ok := ends.Body.List[0].(*ast.ExprStmt)
	if !ok {
		return false
	}
	call, ok := does.X.(*ast.CallExpr)
	return ok && r.refers(call.Fun, types.Universe.Lookup("panic")) && len(call.Args) == 1 &&
		r.info.Types[call.Args[0]].Value != nil
}

// compares reports whether an expression compares a variable with a number.
func (r *run) compares(e ast.Expr, x types.Object, op token.Token, with int) bool {
	c, ok := e.(*ast.BinaryExpr)
	return ok && c.Op == op && r.refers(c.X, x) && r.isNumber(c.Y, with)
}

// maxLeast bounds the constant by which the rows of a part are computed, so that no int overflows.
const maxLeast = 1 << 30

// leastOf is the variable that least := (N + cols) / cols defines, which is positive where cols is.
func (r *run) leastOf(s ast.Stmt, cols types.Object) types.Object {
	define, ok := s.(*ast.AssignStmt)
	if !ok || define.Tok != token.DEFINE || len(define.Lhs) != 1 || len(define.Rhs) != 1 {
		return nil
	}
	name, ok := define.Lhs[0].(*ast.Ident)
	quotient, is := define.Rhs[0].(*ast.BinaryExpr)
	if !ok || !is || quotient.Op != token.QUO || !r.refers(quotient.Y, cols) {
		return nil
	}
	sum, ok := ast.Unparen(quotient.X).(*ast.BinaryExpr)
	if !ok || sum.Op != token.ADD || !r.refers(sum.Y, cols) {
		return nil
	}
	n := r.info.Types[sum.X].Value
	if n == nil || constant.Sign(n) < 0 || constant.Compare(n, token.GTR, constant.MakeInt64(maxLeast)) {
		return nil
	}
	return r.info.Defs[name]
}

// isRangedRow reports whether an expression is in[r*pitch : r*pitch+cols : len(in)].
func (r *run) isRangedRow(e ast.Expr, in, pitch, row, cols types.Object) bool {
	cut, ok := e.(*ast.SliceExpr)
	if !ok || !cut.Slice3 || !r.refers(cut.X, in) || !r.isProduct(cut.Low, row, pitch) || !r.isLen(cut.Max, in) {
		return false
	}
	end, ok := cut.High.(*ast.BinaryExpr)
	return ok && end.Op == token.ADD && r.isProduct(end.X, row, pitch) && r.refers(end.Y, cols)
}
