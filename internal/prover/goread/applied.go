package goread

import (
	"go/ast"
	"go/token"
	"go/types"
	"strings"

	"github.com/shflgen/shflgen/internal/prover/bv"
	"github.com/shflgen/shflgen/internal/prover/goexec"
	"github.com/shflgen/shflgen/spec"
)

// The function of row-apply makes a row of each,
//
//	func(in []T, pitch int [, residual []T, residualPitch int], out []T, outPitch int [, sum []T, sumPitch int]
//		[, weight *[N]T] [, bias *[N]T] [, eps float32], rows int)
//
// by a loop of one form:
//
//	for r := range rows {
//		f((*[N]T)(in[r*pitch:]), (*[N]T)(out[r*outPitch:]), weight, bias, eps)
//	}
//
// As where each row has one value, a round that does not panic has row r of all matrices, and all that
// is left to prove is what f does to one. A caller may pass one matrix as in and out, or as residual and sum: then f
// has one array as both, and is executed once more for each combination.

// appliedMatrices are those of such a function: what it reads, then as many results.
func appliedMatrices(sh spec.Shape) []rowMatrix {
	elem := scalarType(sh.Element().Type)
	in, out := rowMatrix{"in", "pitch", elem}, rowMatrix{"out", "outPitch", elem}
	if _, ok := sh.Takes(spec.ResidualRole); ok {
		return []rowMatrix{in, {"residual", "residualPitch", elem}, out, {"sum", "sumPitch", elem}}
	}
	return []rowMatrix{in, out}
}

// besideArgs are what a round passes of what such a function takes beside the rows.
func besideArgs(sh spec.Shape) (all []string) {
	for _, p := range sh.Beside() {
		arg := p.Role.Name()
		if p.Role == spec.LabelRole { // of the row
			arg += "[r]"
		}
		all = append(all, arg)
	}
	return all
}

// besideParams are the parameters of what such a function takes beside the rows.
func besideParams(sh spec.Shape) (params []*types.Var) {
	for _, p := range sh.Beside() {
		t := scalarType(p.Type)
		switch {
		case p.Role == spec.LabelRole: // one a row
			t = types.NewSlice(t)
		case !p.Uniform:
			t = types.NewPointer(types.NewArray(t, int64(sh.Lanes)))
		}
		params = append(params, types.NewParam(token.NoPos, nil, p.Role.Name(), t))
	}
	return params
}

// applyAssumptions are what the caller of the function of row-apply must see to.
func applyAssumptions(sh spec.Shape) []string {
	all := []string{
		"a row that in or out does not hold panics", "in is out, with the same pitch, or they do not overlap",
		"rows of out do not overlap", "rows * pitch and rows * outPitch are no more than an int holds",
	}
	if _, ok := sh.Takes(spec.ResidualRole); ok {
		all = []string{
			"a row that in, residual, out or sum does not hold panics",
			"in is out, and residual is sum, with the same pitch; else they do not overlap",
			"rows of out and sum do not overlap",
			"rows times each pitch is no more than an int holds",
		}
	}
	return append(all, besideAssumptions(sh)...)
}

func besideAssumptions(sh spec.Shape) (all []string) {
	for _, p := range sh.Beside() {
		switch {
		case p.Role == spec.LabelRole:
			all = append(all, "a row that label does not hold panics")
		case !p.Uniform:
			where := " not nil and not in out"
			if _, ok := sh.Takes(spec.ResidualRole); ok {
				where += " or sum"
			}
			all = append(all, p.Role.Name()+where)
		}
	}
	return all
}

// besideValues are what the function of a row takes beside it.
func (r *run) besideValues(s *State) (all []goexec.Value) {
	for i, p := range r.shape.Beside() {
		switch {
		case p.Role.Operand():
			all = append(all, goexec.Value{V: s.Operands[0]})
			continue
		case p.Uniform:
			all = append(all, goexec.Value{V: s.Inputs[i][0]})
			continue
		}
		all = append(all, goexec.Value{Ptr: true, Arr: valuesArray(s.Inputs[i], p.Role.Name())})
	}
	return all
}

// runApplied executes one round of the loop, for any row.
func (r *run) runApplied(s *State) {
	decl := r.appliedRound()
	elements, residual := spec.Apart(r.shape, s.Lanes)
	read := []*goexec.Array{valuesArray(elements, "in")}
	if len(residual) > 0 {
		read = append(read, valuesArray(residual, "residual"))
	}
	var args, results []goexec.Value
	for i, x := range read {
		args = append(args, goexec.Value{Ptr: true, Arr: x})
		results = append(results, goexec.Value{Ptr: true, Arr: r.resultOf(x, i, s.InPlace>>i&1 == 1)})
	}
	r.called(r.main, decl, append(append(args, results...), r.besideValues(s)...))
	var given [2][]bv.Value
	for i, y := range results {
		for _, c := range y.Arr.Cells {
			r.storable(r.shape.Element().Type, c.Val)
			given[i] = append(given[i], r.NoKey(r.main, c.Val))
		}
	}
	s.Lanes = spec.Together(r.shape, given[0], given[1])
}

// resultOf is the array of result i: that of elements which are read, or another one, whatever it holds.
func (r *run) resultOf(x *goexec.Array, i int, inPlace bool) *goexec.Array {
	y := &goexec.Array{}
	for j, c := range x.Cells {
		if !inPlace {
			held, ok := bv.Fresh(r.Dom, i*len(x.Cells)+j, c.Val.V.Width())
			if !ok {
				r.Stop(r.main, "memory of results", "nothing stands for what it holds before")
			}
			c = &goexec.Cell{Val: goexec.Value{V: held}}
		}
		y.Cells = append(y.Cells, c)
	}
	return y
}

// appliedRound is the function that each round of the loop calls.
func (r *run) appliedRound() *ast.FuncDecl {
	args := append(rowsOf(rowMatrices(r.shape), r.shape.Lanes), besideArgs(r.shape)...)
	return r.rowLoops(r.rowTemplate(), r.main.Body.List, "rows", "rows", "ROW("+strings.Join(args, ", ")+")", 0)
}
