package goread

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"

	"github.com/shflgen/shflgen/internal/prover/goexec"
	"github.com/shflgen/shflgen/spec"
)

// The function of a matrix gives one value a row,
//
//	func(in []T, pitch int, out []U [, idx []int32] [, eps float32])
//
// by a loop over the rows (rowloops.go), of which each round calls a function of one row. The loop has one form:
//
//	for r := range out {
//		out[r] = f((*[N]T)(in[r*pitch:]))
//	}
//
// Go evaluates the slice and its conversion before the call and panics where in has fewer than N
// elements from r*pitch on. So whatever a round finds, it reads row r and sets out[r], and all that
// is left to prove is that f gives the result of a row. Of argmin and argmax the round is
// out[r], idx[r] = f(…), and idx = idx[:len(out)] may stand before the loop. With a map there are a
// slice and a pitch, and an argument of f, for each input. Of row-apply f takes what is beside the row.

// rowSignature is the type of the Go function of a matrix.
func rowSignature(sh spec.Shape, elems map[*spec.Element]types.Type) *types.Signature {
	if sh.Each {
		return applySignature(sh)
	}
	param := func(name string, t types.Type) *types.Var { return types.NewParam(token.NoPos, nil, name, t) }
	var params []*types.Var
	for _, p := range sh.Matrices() {
		in, pitch := p.InMemory(), "pitch"
		if p.Role.Input() {
			pitch = in + "Pitch"
		}
		params = append(params, param(in, types.NewSlice(scalarType(p.Type))), param(pitch, types.Typ[types.Int]))
	}
	if p, ranged := sh.Cols(); ranged {
		params = append(params, param(p.Name(), types.Typ[types.Int]))
	}
	names := []string{"out", "idx"}
	for i, p := range sh.Out {
		params = append(params, param(names[i], types.NewSlice(valueType(p, elems[p.Elem]))))
	}
	params = append(params, besideParams(sh)...)
	return types.NewSignatureType(nil, nil, nil, types.NewTuple(params...), nil, false)
}

// rowAssumptions are what the caller of the function of a matrix must see to.
func rowAssumptions(sh spec.Shape) []string {
	if sh.Each {
		return applyAssumptions(sh)
	}
	names := "in and out"
	if sh.HasIndex() {
		names = "in, out and idx"
	}
	if len(sh.Matrices()) > 1 {
		names = "inputs and out"
	}
	all := []string{
		"a row that an input does not hold panics", names + " do not overlap",
		"len(out) * pitch is no more than an int holds",
	}
	return append(all, besideAssumptions(sh)...)
}

// runRows executes one round of the loop, for any row.
func (r *run) runRows(s *State) {
	if r.shape.Each {
		r.runApplied(s)
		return
	}
	call := r.round()
	decl := r.rowFunction(call, len(r.shape.Out))
	results := r.called(call, decl, append(r.slices(s), r.besideValues(s)...))
	s.Lanes = slices.Clone(s.Lanes)
	result := &goexec.Array{Cells: []*goexec.Cell{{Val: results[0]}}}
	leaves := r.shape.Element().Leaves()
	for i, c := range result.ScalarCells() {
		r.storable(leaves[i].Type, c.Val)
	}
	copy(s.Lanes, r.contents(result, nil))
	for k, x := range results[1:] {
		s.Numbers[k] = slices.Clone(s.Numbers[k])
		s.Numbers[k][0] = r.Exactly(r.main, x)
	}
}

const roundForm = "want for r := range out { out[r] = f((*[N]T)(in[r*pitch:])) }"

// round is the call of a round of the loop, which has the one form.
func (r *run) round() *ast.CallExpr {
	params := r.info.Defs[r.main.Name].(*types.Func).Signature().Params()
	list, inputs := r.main.Body.List, len(r.shape.Matrices())
	if r.span.Ranged() {
		return r.rangedRound(list, params)
	}
	out := params.At(2 * inputs)
	if r.shape.HasIndex() && len(list) > 0 && r.isCut(list[0], params.At(2*inputs+1), out) {
		list = list[1:]
	}
	loops := r.rowLoops(list, r.countOf(out))
	return r.oneCall(loops, func(l rowLoop) *ast.CallExpr {
		return r.roundOf(l, params, out, func(a ast.Expr, in, pitch types.Object) bool {
			return r.isRowOf(a, in, pitch, l.row)
		})
	})
}

// countOf is how a function says that there is a row for each element of out.
func (r *run) countOf(out types.Object) rowCount {
	isOut, isLen := func(e ast.Expr) bool { return r.refers(e, out) }, func(e ast.Expr) bool { return r.isLen(e, out) }
	return rowCount{form: roundForm, over: isOut, count: isLen}
}

// roundOf is the call of a round of one loop. isRow says whether an argument is the row of an input with a pitch.
func (r *run) roundOf(l rowLoop, params *types.Tuple, out types.Object,
	isRow func(a ast.Expr, in, pitch types.Object) bool) *ast.CallExpr {
	inputs, beside := len(r.shape.Matrices()), r.shape.Beside()
	set, ok := l.round.(*ast.AssignStmt)
	if !ok || set.Tok != token.ASSIGN || len(set.Lhs) != len(r.shape.Out) || len(set.Rhs) != 1 {
		r.Stop(l.round, "a round of the loop", roundForm)
	}
	for i, to := range set.Lhs {
		at, ok := to.(*ast.IndexExpr)
		result := out
		if i > 0 {
			result = params.At(params.Len() - len(beside) - len(set.Lhs) + i)
		}
		if !ok || !r.refers(at.X, result) || !r.refers(at.Index, l.row) {
			r.Stop(to, "what a round sets", roundForm)
		}
	}
	call, ok := set.Rhs[0].(*ast.CallExpr)
	if !ok || len(call.Args) != inputs+len(beside) || call.Ellipsis.IsValid() {
		r.Stop(set, "what a round computes", roundForm)
	}
	for i, a := range call.Args[inputs:] {
		if !r.refers(a, params.At(params.Len()-len(beside)+i)) {
			r.Stop(a, "argument of a round", roundForm)
		}
	}
	for i, a := range call.Args[:inputs] {
		if !isRow(a, params.At(2*i), params.At(2*i+1)) {
			r.Stop(set, "what a round computes", roundForm)
		}
	}
	return call
}

// refers reports whether an expression is the name of an object.
func (r *run) refers(e ast.Expr, o types.Object) bool {
	id, ok := e.(*ast.Ident)
	return ok && o != nil && r.info.Uses[id] == o
}

// isCut reports whether a statement is idx = idx[:len(out)].
func (r *run) isCut(s ast.Stmt, idx, out types.Object) bool {
	set, ok := s.(*ast.AssignStmt)
	if !ok || set.Tok != token.ASSIGN || len(set.Lhs) != 1 || len(set.Rhs) != 1 || !r.refers(set.Lhs[0], idx) {
		return false
	}
	cut, ok := set.Rhs[0].(*ast.SliceExpr)
	if !ok || !r.refers(cut.X, idx) || cut.Low != nil || cut.Slice3 {
		return false
	}
	return r.isLen(cut.High, out)
}

// isLen reports whether an expression is the length of a variable.
func (r *run) isLen(e ast.Expr, of types.Object) bool {
	call, ok := e.(*ast.CallExpr)
	return ok && len(call.Args) == 1 && r.refers(call.Args[0], of) && r.refers(call.Fun, types.Universe.Lookup("len"))
}

// isRowOf reports whether an expression is (*[N]T)(in[r*pitch:]), of a row of the spec.
func (r *run) isRowOf(e ast.Expr, in, pitch, row types.Object) bool {
	convert, ok := e.(*ast.CallExpr)
	if !ok || len(convert.Args) != 1 || !r.info.Types[convert.Fun].IsType() {
		return false
	}
	array, pointer := goexec.ArrayOf(r.info.TypeOf(e))
	cut, ok := convert.Args[0].(*ast.SliceExpr)
	if array == nil || !pointer || array.Len() != int64(r.shape.Lanes) || !ok || !r.refers(cut.X, in) || cut.High != nil ||
		cut.Slice3 {
		return false
	}
	return r.isProduct(cut.Low, row, pitch)
}

// isProduct reports whether an expression is the product of two variables.
func (r *run) isProduct(e ast.Expr, x, y types.Object) bool {
	product, ok := e.(*ast.BinaryExpr)
	return ok && product.Op == token.MUL &&
		(r.refers(product.X, x) && r.refers(product.Y, y) || r.refers(product.X, y) && r.refers(product.Y, x))
}

// rowFunction is the function of the file, of so many results, that a round calls.
func (r *run) rowFunction(call *ast.CallExpr, results int) *ast.FuncDecl {
	id, ok := call.Fun.(*ast.Ident)
	if !ok {
		r.Stop(call, "call", "want a function of one row, by its name")
	}
	fn, _ := r.info.Uses[id].(*types.Func)
	decl := r.funcs[fn]
	if decl == nil || fn.Signature().Results().Len() != results {
		r.Stop(call, "call of "+id.Name, "want a function of the file that gives the result of one row")
	}
	return decl
}
