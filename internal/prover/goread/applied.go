package goread

import (
	"go/ast"
	"go/token"
	"go/types"

	"github.com/shflgen/shflgen/internal/prover/bv"
	"github.com/shflgen/shflgen/internal/prover/goexec"
	"github.com/shflgen/shflgen/spec"
)

// The function of row-apply makes a row of each,
//
//	func(in []T, pitch int, out []T, outPitch int [, weight *[N]T] [, bias *[N]T] [, eps float32], rows int)
//
// by a loop of one form:
//
//	for r := range rows {
//		f((*[N]T)(in[r*pitch:]), (*[N]T)(out[r*outPitch:]), weight, bias, eps)
//	}
//
// As where each row has one value, a round that does not panic has row r of both matrices, and all that
// is left to prove is what f does to one. A caller may pass one matrix as both: then f has one array as
// both, and is executed once more.

// applySignature is the type of the Go function of row-apply.
func applySignature(sh spec.Shape) *types.Signature {
	param := func(name string, t types.Type) *types.Var { return types.NewParam(token.NoPos, nil, name, t) }
	slice := types.NewSlice(scalarType(sh.Element().Type))
	params := []*types.Var{param("in", slice), param("pitch", types.Typ[types.Int]), param("out", slice),
		param("outPitch", types.Typ[types.Int])}
	params = append(append(params, besideParams(sh)...), param("rows", types.Typ[types.Int]))
	return types.NewSignatureType(nil, nil, nil, types.NewTuple(params...), nil, false)
}

// besideParams are the parameters of what such a function takes beside the rows.
func besideParams(sh spec.Shape) (params []*types.Var) {
	for _, p := range sh.Beside() {
		t := scalarType(p.Type)
		if !p.Uniform {
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
	return append(all, besideAssumptions(sh)...)
}

func besideAssumptions(sh spec.Shape) (all []string) {
	for _, p := range sh.Beside() {
		if !p.Uniform {
			all = append(all, p.Role.Name()+" not nil and not in out")
		}
	}
	return all
}

// besideValues are what the function of a row takes beside it.
func (r *run) besideValues(s *State) (all []goexec.Value) {
	for i, p := range r.shape.Beside() {
		if p.Uniform {
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
	x, y := valuesArray(s.Lanes, "in"), &goexec.Array{}
	for i, c := range x.Cells {
		if !s.InPlace { // whatever it holds
			held, ok := bv.Fresh(r.Dom, i, c.Val.V.Width())
			if !ok {
				r.Stop(r.main, "memory of results", "nothing stands for what it holds before")
			}
			c = &goexec.Cell{Val: goexec.Value{V: held}}
		}
		y.Cells = append(y.Cells, c)
	}
	r.called(r.main, decl, append([]goexec.Value{{Ptr: true, Arr: x}, {Ptr: true, Arr: y}}, r.besideValues(s)...))
	s.Lanes = nil
	for _, c := range y.Cells {
		r.storable(r.shape.Element().Type, c.Val)
		s.Lanes = append(s.Lanes, r.NoKey(r.main, c.Val))
	}
}

const appliedForm = "want for r := range rows { f((*[N]T)(in[r*pitch:]), " +
	"(*[N]T)(out[r*outPitch:]), and the other parameters in order) }"

// appliedRound is the function that a round of the loop calls.
func (r *run) appliedRound() *ast.FuncDecl {
	params := r.info.Defs[r.main.Name].(*types.Func).Signature().Params()
	ports := r.shape.Beside()
	isRows := func(e ast.Expr) bool { return r.refers(e, params.At(4+len(ports))) }
	loops := r.rowLoops(r.main.Body.List, rowCount{form: appliedForm, over: isRows, count: isRows})
	call := r.oneCall(loops, func(l rowLoop) *ast.CallExpr {
		does, ok := l.round.(*ast.ExprStmt)
		if !ok {
			r.Stop(l.round, "a round of the loop", appliedForm)
		}
		call, ok := does.X.(*ast.CallExpr)
		if !ok || len(call.Args) != 2+len(ports) || call.Ellipsis.IsValid() {
			r.Stop(does, "what a round does", appliedForm)
		}
		if !r.isRowOf(call.Args[0], params.At(0), params.At(1), l.row) ||
			!r.isRowOf(call.Args[1], params.At(2), params.At(3), l.row) {
			r.Stop(call, "the rows of a round", appliedForm)
		}
		for i := range ports {
			if !r.refers(call.Args[2+i], params.At(4+i)) {
				r.Stop(call.Args[2+i], "argument of a round", appliedForm)
			}
		}
		return call
	})
	return r.rowFunction(call, 0)
}
