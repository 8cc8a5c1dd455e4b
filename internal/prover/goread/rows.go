package goread

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"strings"

	"github.com/shflgen/shflgen/spec"
)

// The function of a matrix gives one value a row,
//
//	func(in []T, pitch int, out []U [, idx []int32] [, eps float32] [, label []int32])
//
// by a loop over the rows (rowloops.go). Each round calls a function of one row. The loop has one form:
//
//	for r := range out {
//		out[r] = f((*[N]T)(in[r*pitch:]))
//	}
//
// Go evaluates the slice and its conversion before the call and panics where in has fewer than N
// elements from r*pitch on. So whatever a round finds, it reads row r and sets out[r], and all that
// is left to prove is that f gives the result of a row. Of argmin and argmax the round is
// out[r], idx[r] = f(…), and idx = idx[:len(out)] may stand before the loop. With a map there are a
// slice and a pitch, and an argument of f, for each input. Of row-apply f takes what is beside the row, and the label
// of the row, label[r].

// rowSignature is the type of the Go function of a matrix.
func rowSignature(sh spec.Shape, elems map[*spec.Element]types.Type) *types.Signature {
	param := func(name string, t types.Type) *types.Var { return types.NewParam(token.NoPos, nil, name, t) }
	var params []*types.Var
	matrix := func(m rowMatrix) {
		params = append(params, param(m.name, types.NewSlice(m.elem)), param(m.pitch, types.Typ[types.Int]))
	}
	read, all := readMatrices(sh), rowMatrices(sh)
	for _, m := range read {
		matrix(m)
	}
	if p, ranged := sh.Cols(); ranged {
		params = append(params, param(p.Name(), types.Typ[types.Int]))
	}
	for _, m := range all[len(read):] {
		matrix(m)
	}
	for i, p := range sh.Out {
		if !sh.Each {
			params = append(params, param([]string{"out", "idx"}[i], types.NewSlice(valueType(p, elems[p.Elem]))))
		}
	}
	if params = append(params, besideParams(sh)...); sh.Each {
		params = append(params, param("rows", types.Typ[types.Int]))
	}
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
	decl := r.round()
	r.gives(s, r.called(r.main, decl, append(r.slices(s), r.besideValues(s)...)))
}

// round is the function that each round of the loop calls.
func (r *run) round() *ast.FuncDecl {
	if r.span.Ranged() {
		return r.rangedRound()
	}
	list, t := r.main.Body.List, r.rowTemplate()
	if r.shape.HasIndex() && len(list) > 0 && t.copied().statements(list[:1], "idx = idx[:len(out)]") {
		list = list[1:]
	}
	return r.rowsOnce(t, list, rowsOf(rowMatrices(r.shape), r.shape.Lanes))
}

// rowsOnce is the function that each round of loops calls, with rows of matrices.
func (r *run) rowsOnce(t *template, list []ast.Stmt, rows []string) *ast.FuncDecl {
	if r.shape.Each {
		args := append(rows, r.besideArgs()...)
		return r.rowLoops(t, list, "rows", "rows", "ROW("+strings.Join(args, ", ")+")", 0)
	}
	return r.rowLoops(t, list, "out", "len(out)", r.setting(rows), len(r.shape.Out))
}

// rowsOf are the rows of matrices as arrays of some columns, which panic where a matrix does not hold the whole row.
func rowsOf(matrices []rowMatrix, columns int) (all []string) {
	for _, m := range matrices {
		all = append(all, fmt.Sprintf("(*[%d]%s)(%s[r*%s:])", columns, m.elem, m.name, m.pitch))
	}
	return all
}

// setting is a round that sets the results of a row to those of a function of the rows of inputs.
func (r *run) setting(rows []string) string {
	results := []string{"out[r]", "idx[r]"}[:len(r.shape.Out)]
	args := append(rows, r.besideArgs()...)
	return fmt.Sprintf("%s = ROW(%s)", strings.Join(results, ", "), strings.Join(args, ", "))
}

// rowMatrix is a matrix that a function of rows takes, with its pitch.
type rowMatrix struct {
	name, pitch string
	elem        types.Type
}

// rowMatrices are those that the function reads, and where each element has results, as many of these.
func rowMatrices(sh spec.Shape) []rowMatrix {
	if sh.Each {
		return appliedMatrices(sh)
	}
	return readMatrices(sh)
}

// rowTemplate has the parameters of the function of a matrix under the names of its signature.
func (r *run) rowTemplate() *template {
	names := rowSignature(r.shape, r.elems)
	if r.span.Ranged() {
		names = rowSignature(r.span.Shape(), r.elems)
	}
	t := r.template(map[string]hole{"FEW": r.constantHole(), "LEAST": r.positiveHole(), "TEXT": r.constantHole()})
	return t.bind(names.Params(), r.info.Defs[r.main.Name].(*types.Func).Signature().Params())
}
