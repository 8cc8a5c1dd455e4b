package goread

import (
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
)

// The rows of a matrix are gone through by one loop,
//
//	for r := range out { … }
//
// or, where there are enough of them, by parts on several processors:
//
//	if len(out) < 1000 {
//		for r := range out { … }
//		return
//	}
//	fParts(len(out), 500, func(from, to int) {
//		for r := from; r < to; r++ { … }
//	})
//
// fParts has the text of an axiom: it calls the function for ranges that make up 0 to len(out), each row
// in one of them, and returns after all have. A round sets the results of its own row and reads no other's,
// which is proved, so that their order does not matter. Instead of out and len(out) it may be a number.

// rowCount is how a function says how many rows there are: what a loop ranges over, and the number itself.
type rowCount struct {
	form        string // that is wanted
	over, count func(ast.Expr) bool
	least       types.Object // a variable that is how many rows a part has at least, and positive; nil: a constant is
}

// isLeast reports whether an expression is how many rows a part has at least, a positive number.
func (r *run) isLeast(n rowCount, e ast.Expr) bool {
	if n.least != nil {
		return r.refers(e, n.least)
	}
	least := r.info.Types[e].Value
	return least != nil && constant.Sign(least) > 0
}

// isFew reports whether an expression is a number of rows below which no parts are made: any will do.
func (r *run) isFew(n rowCount, e ast.Expr) bool {
	if twice, ok := e.(*ast.BinaryExpr); ok && n.least != nil && twice.Op == token.MUL {
		return r.info.Types[twice.X].Value != nil && r.refers(twice.Y, n.least)
	}
	return r.info.Types[e].Value != nil
}

// rowLoop is a loop over rows: the variable that is the row, and the statement of a round.
type rowLoop struct {
	row   types.Object
	round ast.Stmt
}

// rowLoops are the loops over the rows of a function without other statements.
func (r *run) rowLoops(list []ast.Stmt, n rowCount) []rowLoop {
	if len(list) == 1 {
		return []rowLoop{r.rangeLoop(list[0], n)}
	}
	if len(list) != 2 {
		r.Stop(r.main, "body of "+r.main.Name.Name, n.form+" alone, or by parts beside it")
	}
	return []rowLoop{r.fewRows(list[0], n), r.partsLoop(list[1], n)}
}

// rangeLoop is for r := range out { … }.
func (r *run) rangeLoop(s ast.Stmt, n rowCount) rowLoop {
	loop, ok := s.(*ast.RangeStmt)
	if !ok || loop.Tok != token.DEFINE || loop.Value != nil || !n.over(loop.X) || len(loop.Body.List) != 1 {
		r.Stop(s, "body of "+r.main.Name.Name, n.form+" alone, or by parts beside it")
	}
	row := r.info.Defs[loop.Key.(*ast.Ident)]
	if row == nil {
		r.Stop(loop, "a loop without a row", n.form)
	}
	return rowLoop{row, loop.Body.List[0]}
}

// fewRows is if len(out) < N { for r := range out { … }; return }.
func (r *run) fewRows(s ast.Stmt, n rowCount) rowLoop {
	few, ok := s.(*ast.IfStmt)
	if !ok || few.Init != nil || few.Else != nil || len(few.Body.List) != 2 {
		r.Stop(s, "what is before the parts", "want if len(out) < N, with a loop over all rows and return")
	}
	less, ok := few.Cond.(*ast.BinaryExpr)
	if !ok || less.Op != token.LSS || !n.count(less.X) || !r.isFew(n, less.Y) {
		r.Stop(few.Cond, "condition", "want the number of rows < a constant")
	}
	if end, ok := few.Body.List[1].(*ast.ReturnStmt); !ok || len(end.Results) > 0 {
		r.Stop(few.Body.List[1], "what follows the loop", "want return: the parts go through the rows as well")
	}
	return r.rangeLoop(few.Body.List[0], n)
}

// partsLoop is fParts(len(out), N, func(from, to int) { for r := from; r < to; r++ { … } }).
func (r *run) partsLoop(s ast.Stmt, n rowCount) rowLoop {
	const want = "want parts of the rows, each gone through by for r := from; r < to; r++"
	does, ok := s.(*ast.ExprStmt)
	if !ok {
		r.Stop(s, "what follows a loop over the rows", want)
	}
	call, ok := does.X.(*ast.CallExpr)
	if !ok || !r.callsParts(call) || len(call.Args) != 3 || !n.count(call.Args[0]) {
		r.Stop(does, "what follows a loop over the rows", want)
	}
	if !r.isLeast(n, call.Args[1]) {
		r.Stop(call.Args[1], "rows of a part", "want a constant, at least 1, or the number that is computed of cols")
	}
	part, ok := call.Args[2].(*ast.FuncLit)
	if !ok || len(part.Body.List) != 1 {
		r.Stop(call.Args[2], "a part", want)
	}
	loop, ok := part.Body.List[0].(*ast.ForStmt)
	if !ok || len(loop.Body.List) != 1 {
		r.Stop(part.Body, "a part", want)
	}
	bounds := r.info.TypeOf(part).(*types.Signature).Params()
	begin, ok := loop.Init.(*ast.AssignStmt)
	if !ok || begin.Tok != token.DEFINE || len(begin.Lhs) != 1 || len(begin.Rhs) != 1 ||
		!r.refers(begin.Rhs[0], bounds.At(0)) {
		r.Stop(loop, "the first row of a part", want)
	}
	row := r.info.Defs[begin.Lhs[0].(*ast.Ident)]
	if row == nil {
		r.Stop(begin, "a loop without a row", want)
	}
	less, ok := loop.Cond.(*ast.BinaryExpr)
	if !ok || less.Op != token.LSS || !r.refers(less.X, row) || !r.refers(less.Y, bounds.At(1)) {
		r.Stop(loop, "the last row of a part", want)
	}
	if next, ok := loop.Post.(*ast.IncDecStmt); !ok || next.Tok != token.INC || !r.refers(next.X, row) {
		r.Stop(loop, "the next row of a part", want)
	}
	return rowLoop{row, loop.Body.List[0]}
}

// callsParts reports whether a call is that of the axiom.
func (r *run) callsParts(call *ast.CallExpr) bool {
	id, ok := call.Fun.(*ast.Ident)
	if !ok {
		return false
	}
	fn, _ := r.info.Uses[id].(*types.Func)
	h, ok := r.helpers[fn]
	return ok && h.role == parts
}

// oneCall is the call of a round of each loop, which calls one function in all of them.
func (r *run) oneCall(loops []rowLoop, callOf func(rowLoop) *ast.CallExpr) *ast.CallExpr {
	first := callOf(loops[0])
	f, named := first.Fun.(*ast.Ident)
	for _, l := range loops[1:] {
		call := callOf(l)
		if g, ok := call.Fun.(*ast.Ident); !ok || !named || r.info.Uses[f] == nil || r.info.Uses[f] != r.info.Uses[g] {
			r.Stop(call, "a round", "calls another function than the rounds before it")
		}
	}
	return first
}
