package goread

import (
	"go/token"
	"go/types"
	"slices"

	"github.com/shflgen/shflgen/internal/prover/bv"
	"github.com/shflgen/shflgen/internal/prover/goexec"
	"github.com/shflgen/shflgen/spec"
)

// The function of row-apply makes a row of each,
//
//	func(in []T, pitch int [, residual []T, residualPitch int] [, grad []T, gradPitch int], out []T, outPitch int
//		[, sum []T, sumPitch int] [, weight *[N]T] [, bias *[N]T] [, eps float32], rows int)
//
// by a loop of one form:
//
//	for r := range rows {
//		f((*[N]T)(in[r*pitch:]), (*[N]T)(out[r*outPitch:]), weight, bias, eps)
//	}
//
// For a range of columns, cols is a parameter before out, and rows and weights are slices: see rowrange.go.
//
// As where each row has one value, a round that does not panic has row r of all matrices, and all that
// is left to prove is what f does to one. A caller may pass one matrix as in and out, or as residual and sum: then f
// has one array as both, and is executed once more for each combination.

// readMatrices are those that such a function reads.
func readMatrices(sh spec.Shape) (all []rowMatrix) {
	for _, p := range sh.Matrices() {
		m := rowMatrix{p.InMemory(), p.InMemory() + "Pitch", scalarType(p.Type)}
		if p.Role == spec.ElementRole {
			m.pitch = "pitch"
		}
		all = append(all, m)
	}
	return all
}

// appliedMatrices are those of a function of row-apply: what it reads, then its results.
func appliedMatrices(sh spec.Shape) []rowMatrix {
	all := readMatrices(sh)
	for i, p := range sh.Out {
		name := []string{"out", spec.SumRole.Name()}[i]
		all = append(all, rowMatrix{name, name + "Pitch", scalarType(p.Type)})
	}
	return all
}

// besideArgs are what a round passes of what such a function takes beside the rows.
func (r *run) besideArgs() (all []string) {
	for _, p := range r.shape.Beside() {
		arg := p.Role.Name()
		switch {
		case p.Role == spec.LabelRole: // of the row
			arg += "[r]"
		case r.span.Ranged() && !p.Uniform: // as many as there are columns
			arg += "[0:cols:len(" + arg + ")]"
		}
		all = append(all, arg)
	}
	return all
}

// besideParams are the parameters of what such a function takes beside the rows.
func besideParams(sh spec.Shape) (params []*types.Var) {
	_, ranged := sh.Cols()
	for _, p := range sh.Beside() {
		t := scalarType(p.Type)
		switch {
		case p.Role == spec.LabelRole: // one a row
			t = types.NewSlice(t)
		case !p.Uniform && ranged:
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
	switch {
	case hasRole(sh, spec.ResidualRole):
		all = []string{
			"a row that in, residual, out or sum does not hold panics",
			"in is out, and residual is sum, with the same pitch; else they do not overlap",
			"rows of out and sum do not overlap",
			"rows times each pitch is no more than an int holds",
		}
	case hasRole(sh, spec.GradRole):
		all = []string{
			"a row that in, grad or out does not hold panics",
			"in is out, with the same pitch; else in, grad and out do not overlap", all[2],
			"rows times each pitch is no more than an int holds",
		}
	}
	return append(all, besideAssumptions(sh)...)
}

// hasRole reports whether a call has an input of a role.
func hasRole(sh spec.Shape, r spec.Role) bool {
	_, ok := sh.Takes(r)
	return ok
}

func besideAssumptions(sh spec.Shape) (all []string) {
	for _, p := range sh.Beside() {
		switch {
		case p.Role == spec.LabelRole:
			all = append(all, "a row that label does not hold panics")
		case !p.Uniform:
			where := " not nil and not in out"
			if _, ranged := sh.Cols(); ranged { // a slice: one that is too short panics
				where = " not in out"
			}
			if hasRole(sh, spec.ResidualRole) {
				where += " or sum"
			}
			all = append(all, p.Role.Name()+where)
		}
	}
	return all
}

// besideValues are what the function of a row takes beside it.
func (r *run) besideValues(s *State) (all []goexec.Value) {
	for _, p := range r.shape.Beside() {
		switch {
		case p.Role.Operand():
			all = append(all, goexec.Value{V: s.Operands[0]})
		case p.Uniform:
			all = append(all, goexec.Value{V: r.input(s, p.Role)[0]})
		default:
			all = append(all, goexec.Value{Ptr: true, Arr: valuesArray(r.input(s, p.Role), p.Role.Name())})
		}
	}
	return all
}

// input is the input of a role, which is none without one.
func (r *run) input(s *State, role spec.Role) []bv.Value {
	i := slices.IndexFunc(r.shape.Mapped(), func(p spec.Port) bool { return p.Role == role })
	if i < 0 {
		return nil
	}
	return s.Inputs[i]
}

// runApplied executes one round of the loop, for any row.
func (r *run) runApplied(s *State) {
	decl := r.round()
	elements, residual := spec.Apart(r.shape, s.Lanes)
	var args, results []goexec.Value
	for i, p := range r.shape.Matrices() {
		values := r.input(s, p.Role)
		switch p.Role {
		case spec.ElementRole:
			values = elements
		case spec.ResidualRole:
			values = residual
		}
		x := valuesArray(values, p.InMemory())
		if args = append(args, goexec.Value{Ptr: true, Arr: x}); i < len(r.shape.Out) {
			y := &goexec.Array{Cells: x.Cells}
			if s.InPlace>>i&1 == 0 {
				y = valuesArray(r.unknownLike(values, i*len(values)), "")
			}
			results = append(results, goexec.Value{Ptr: true, Arr: y})
		}
	}
	r.called(r.main, decl, append(append(args, results...), r.besideValues(s)...))
	var given [2][]bv.Value
	for i, y := range results {
		given[i] = r.leftIn(y.Arr)
	}
	s.Lanes = spec.Together(r.shape, given[0], given[1])
}
