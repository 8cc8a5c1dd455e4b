package goread

import (
	"go/token"
	"go/types"
	"slices"

	"github.com/shflgen/shflgen/internal/prover/bv"
	"github.com/shflgen/shflgen/internal/prover/check"
	"github.com/shflgen/shflgen/internal/prover/goexec"
	"github.com/shflgen/shflgen/spec"
)

// The function of an array gives one value for all elements of a slice,
//
//	func(in []T) U
//
// of argmin and argmax (U, int64), and may not write to it. With a map it takes a slice for each input. It is executed
// on slices of one length, which the spec under proof has as Cols.

// gridSignature is the type of the Go function of an array. That of a scan, or of columns, leaves results in a slice.
func gridSignature(sh spec.Shape, elems map[*spec.Element]types.Type) *types.Signature {
	var params, results []*types.Var
	for _, p := range sh.In {
		params = append(params, types.NewParam(token.NoPos, nil, p.InMemory(), types.NewSlice(scalarType(p.Type))))
	}
	if sh.Each || sh.Columns() {
		params = append(params, types.NewParam(token.NoPos, nil, "out", types.NewSlice(scalarType(sh.Element().Type))))
		return types.NewSignatureType(nil, nil, nil, types.NewTuple(params...), nil, false)
	}
	for _, p := range sh.Out {
		results = append(results, types.NewParam(token.NoPos, nil, "", valueType(p, elems[p.Elem])))
	}
	return types.NewSignatureType(nil, nil, nil, types.NewTuple(params...), types.NewTuple(results...), false)
}

// runGrid executes the function on the elements, or on none.
func (r *run) runGrid(s *State) {
	if r.shape.Each {
		r.runScan(s)
		return
	}
	r.gives(s, r.called(r.main, r.main, r.slices(s)))
}

// gives takes the results of a function for those of a call: the leaves of one, and numbers.
func (r *run) gives(s *State, results []goexec.Value) {
	s.Lanes = slices.Clone(s.Lanes)
	leaves := r.leavesOf(results[0])
	for k, x := range results[1:] {
		if len(s.Lanes) == 0 {
			s.Numbers = append(s.Numbers, make([]bv.Value, 1))
		}
		s.Numbers[k] = slices.Clone(s.Numbers[k])
		s.Numbers[k][0] = r.Exactly(r.main, x)
	}
	if len(s.Lanes) == 0 {
		s.Lanes = make([]bv.Value, len(leaves))
	}
	copy(s.Lanes, leaves)
}

// leavesOf are the leaves of a result.
func (r *run) leavesOf(x goexec.Value) []bv.Value {
	result := &goexec.Array{Cells: []*goexec.Cell{{Val: x}}}
	for i, c := range result.ScalarCells() {
		r.storable(r.shape.Element().Leaves()[i].Type, c.Val)
	}
	return r.contents(result, nil)
}

// slices are the slices of the elements, or of the inputs of a map. They may not be written to.
func (r *run) slices(s *State) (all []goexec.Value) {
	inputs := s.Inputs
	if !r.Spec.Made() {
		inputs = [][]bv.Value{s.Lanes}
	}
	for _, in := range inputs {
		all = append(all, goexec.Value{Ptr: true, Arr: valuesArray(in, "in")})
	}
	return all
}

// RunArray executes the function on arrays: one, or one for each input of the map. The leaves of the result are
// returned.
func (f *File) RunArray(dom bv.Domain, arrays [][]bv.Value) ([]bv.Value, error) {
	s := State{Inputs: arrays}
	if !f.Spec.Made() {
		s = State{Lanes: arrays[0]}
	}
	if err := f.Run(dom, &s); err != nil {
		return nil, err
	}
	return s.Lanes[:f.shape.Leaves()], nil
}

// OfLength is the function of an array under proof on slices of n elements, at least one.
func (f *File) OfLength(n int) check.Subject {
	of := *f
	of.Spec = of.Spec.OfCols(n)
	of.shape = of.Spec.Shape()
	return subject{&of}
}

// OfNothing are the leaves of the result of the function of an array for no elements, or the number.
func (f *File) OfNothing() (all []uint64, err error) {
	n := bv.Numbers{}
	s := State{Inputs: make([][]bv.Value, len(f.shape.Mapped()))}
	if err := f.Run(n, &s); err != nil {
		return nil, err
	}
	got := s.Lanes
	if f.shape.HasIndex() { // the contract says only what the number is
		got = s.Numbers[0]
	}
	for _, x := range got {
		bits, _ := n.Known(x)
		all = append(all, bits)
	}
	return all, nil
}

// takesSlices reports whether slices are followed: those of a function of an array, and of one that takes a
// slice of the elements that are left.
func (f *File) takesSlices() bool { return f.shape.Grid() || f.shape.Partial() || f.span.Ranged() }
