package goread

import (
	"go/ast"

	"github.com/shflgen/shflgen/internal/prover/algebra"
	"github.com/shflgen/shflgen/internal/prover/bv"
	"github.com/shflgen/shflgen/internal/prover/goexec"
	"github.com/shflgen/shflgen/spec"
)

// State is what a call starts from and ends with.
type State struct {
	Mask    []bv.Value   // 32 bits each; empty in mask mode full
	Lanes   []bv.Value   // each element: register r of lane i at r*Spec.Lanes + i
	Pred    bv.Value     // 32 bits, set by Run where the pattern has preds
	Numbers [][]bv.Value // of each lane, 32 bits each, by the ports of the shape that are numbers

	// Keys are the keys of the lanes. Same, if it is set, says whether those of two
	// lanes are equal, in place of a comparison.
	Keys []bv.Value
	Same func(i, j int) bv.Value

	Operands []bv.Value // distances of the caller: one for all lanes, or one a lane

	// The inputs of a map, each as Lanes; Lanes then are what the elements hold before. For row-apply, what
	// its function takes beside the row.
	Inputs [][]bv.Value

	InPlace uint // of row-apply: bit i set, row i of results is row i that is read
}

// run is one execution.
type run struct {
	*goexec.Run
	*File

	cut    *Cut                // of a function of an array; nil: every loop is executed round by round
	places *Places             // of one of argmin or argmax, likewise
	users  map[string][]*bv.Fn // functions of users that were called, by their names
}

// Run executes the function on s, which it changes. An error is a refusal, and
// says where.
func (f *File) Run(dom bv.Domain, s *State) (err error) {
	r := f.start(dom)
	r.Same = s.Same
	defer r.Ends(f.Func, &err)
	if f.shape.Row() {
		r.runRows(s)
		return nil
	}
	if f.shape.Grid() {
		r.runGrid(s)
		return nil
	}
	args, arrays := r.arguments(s)
	results := r.called(f.main, f.main, args)
	elements, leaves := r.contents(arrays.v, nil), r.shape.Element().Leaves()
	for i, c := range arrays.v.ScalarCells() {
		r.storable(leaves[i%len(leaves)].Type, c.Val)
	}
	var values []bv.Value
	if arrays.value != nil {
		for _, c := range arrays.value.ScalarCells() {
			r.Exactly(f.main, c.Val)
		}
		values = r.contents(arrays.value, nil)
	}
	if r.shape.Partial() { // of elements that are not there nothing is written
		elements = append(elements, s.Lanes[len(elements):]...)
	}
	s.Lanes = spec.Together(r.shape, elements, values)
	for k, a := range arrays.numbers {
		for _, c := range a.ScalarCells() {
			r.Exactly(f.main, c.Val)
		}
		s.Numbers[k] = r.contents(a, nil)
	}
	if f.shape.HasPred() {
		s.Pred = r.Exactly(f.main, results[0])
	}
	return nil
}

// start is an execution that has not begun.
func (f *File) start(dom bv.Domain) *run {
	r := &run{File: f, users: map[string][]*bv.Fn{}}
	r.Run = goexec.Start(r, &goexec.Code{Fset: f.fset, Info: f.info, Types: f.pkg, IntBits: f.intBits()}, dom, f.main)
	r.Slices, r.Run.Interrupt = f.takesSlices(), f.Interrupt
	r.Limits = goexec.Limits{Steps: max(maxSteps, stepsPerColumn*f.shape.Lanes), Rounds: max(maxRounds, f.shape.Lanes),
		Unknown: maxUnknown}
	if f.shape.Grid() && f.shape.Each {
		r.Steps = max(maxSteps, stepsPerElement*f.shape.Lanes)
	}
	return r
}

// called executes a function of the file.
func (r *run) called(n ast.Node, decl *ast.FuncDecl, args []goexec.Value) []goexec.Value {
	return r.CallFunc(n, r.Code, decl, args)
}

// contents appends the elements of an array, row by row.
func (r *run) contents(a *goexec.Array, to []bv.Value) []bv.Value {
	for _, c := range a.Cells {
		if c.Val.Arr != nil {
			to = r.contents(c.Val.Arr, to)
			continue
		}
		x := r.NoKey(r.main, c.Val)
		if x.Width() == 1 { // a bool is a byte in memory
			x = r.Dom.Extend(x, 8, false)
		}
		to = append(to, x)
	}
	return to
}

// storable refuses what an element of the spec's type must not hold at the end:
// bits of a float op's result elsewhere than where the type has a float, which are
// compared up to the payload of a NaN.
func (r *run) storable(t spec.Type, x goexec.Value) {
	floats := goexec.Loose(0)
	switch {
	case r.Spec.KeepsPayloads(): // what is moved is compared with its payload
	case t.Packed():
		floats = goexec.Low | goexec.High
	case algebra.FormatOf(t) != bv.NoFormat:
		floats = goexec.Whole
	}
	if x.Loose&^floats != 0 {
		r.Stop(r.main, "bits of a float op's result in an element of type "+t.String(), goexec.UnspecifiedNaN)
	}
}
