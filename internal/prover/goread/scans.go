package goread

import (
	"fmt"
	"go/types"
	"slices"

	"github.com/shflgen/shflgen/internal/prover/bv"
	"github.com/shflgen/shflgen/internal/prover/goexec"
	"github.com/shflgen/shflgen/spec"
)

// The function of a scan of an array leaves a result for each element,
//
//	func(in, out []T)
//
// and panics first where the lengths differ. Of elements that are made of inputs it takes a slice for each input. It is
// executed on slices of one length. Results are unknown before, so that one that is not set differs.

// gridAssumptions are what the caller of the function of an array must see to.
func gridAssumptions(sh spec.Shape) []string {
	if sh.Columns() {
		return []string{"in has a whole number of rows, else the function panics", "in and out do not overlap"}
	}
	if !sh.Each {
		return nil
	}
	if len(sh.Mapped()) > 1 {
		return []string{"inputs and out of different lengths panic", "inputs and out do not overlap"}
	}
	return []string{"in and out of different lengths panic", "in and out do not overlap"}
}

// runScan executes the function on the elements, or on none.
func (r *run) runScan(s *State) {
	list, names := r.main.Body.List, gridSignature(r.shape, nil).Params()
	t := r.template(map[string]hole{"TEXT": r.constantHole()})
	t.bind(names, r.info.Defs[r.main.Name].(*types.Func).Signature().Params())
	for i := 1; i < names.Len(); i++ {
		delete(t.found, "TEXT")
		form := fmt.Sprintf("if len(%s) != len(%s) {\n\tpanic(TEXT)\n}", names.At(i).Name(), names.At(0).Name())
		if len(list) < i || !t.statements(list[i-1:i], form) {
			t.refuses(r, "want panics for slices of other lengths first")
		}
	}
	call := *s
	if r.Spec.Cols() == 0 {
		call.Lanes, call.Inputs = nil, make([][]bv.Value, len(r.shape.Mapped()))
	}
	out := valuesArray(r.unknownLike(call.Lanes, 0), "")
	r.called(r.main, r.main, append(r.slices(&call), goexec.Value{Ptr: true, Arr: out}))
	s.Lanes = r.leftIn(out)
}

// RunMade executes the function that makes elements of the inputs of a scan.
func (f *File) RunMade(dom bv.Domain, inputs [][]bv.Value, unknown []bv.Value) (all []bv.Value, err error) {
	decl, _ := f.function(f.part("Made"))
	r := f.start(dom)
	defer r.Ends(f.Func, &err)
	if decl == nil {
		r.Stop(r.main, "functions of the file", "want "+f.part("Made"))
	}
	x := valuesArray(r.unknownLike(unknown, 0), "")
	args := []goexec.Value{{Ptr: true, Arr: x}}
	for _, in := range inputs {
		args = append(args, goexec.Value{Ptr: true, Arr: valuesArray(in, "in")})
	}
	r.called(decl, decl, args)
	return r.leftIn(x), nil
}

// leftIn are elements that a function left.
func (r *run) leftIn(of *goexec.Array) (all []bv.Value) {
	for _, c := range of.Cells {
		r.storable(r.shape.Element().Type, c.Val)
		all = append(all, r.NoKey(r.main, c.Val))
	}
	return all
}

// ScanFunction names a function of a part of a scan. [File.RunPart] lists its arguments and results.
type ScanFunction string

// The functions. A row and a tree read their elements, the strips' scan replaces them.
const (
	// elements, what is before the strip, and before the row in it: results, and the sum
	RowScan    ScanFunction = "Row"
	StripsScan ScanFunction = "Strips" // sums: their scan
	// the same, of any number of sums: the function calls an operator on elements alone
	LanesScan    ScanFunction = "Lanes"
	NodesTree    ScanFunction = "Tree"     // nodes: the tree
	JoinTwo      ScanFunction = "Join"     // two values: both combined
	ScanIdentity ScanFunction = "Identity" // nothing: the identity
)

// RunPart executes the function of a part of a scan on an array and on values. Where an operator is called on elements
// alone, a row is also told which of the values are there. The results are those elements that it leaves, then the
// value that it gives.
func (f *File) RunPart(dom bv.Domain, of ScanFunction, elements, values []bv.Value, there ...bool) (all []bv.Value,
	err error) {
	decl, fn := f.function(f.part(string(of)))
	r := f.start(dom)
	defer r.Ends(f.Func, &err)
	if decl == nil {
		r.Stop(r.main, "functions of the file", "want "+f.part(string(of)))
	}
	var args []goexec.Value
	var left *goexec.Array
	switch of {
	case RowScan:
		left = valuesArray(r.unknownLike(elements, 0), "")
		args = []goexec.Value{{Ptr: true, Arr: valuesArray(elements, "in")}, {Ptr: true, Arr: left}}
	case StripsScan, LanesScan:
		left = r.scannedArray(elements, "")
		args = []goexec.Value{{Ptr: true, Arr: left}}
	case NodesTree:
		args = []goexec.Value{{Ptr: true, Arr: r.scannedArray(elements, "nodes")}}
	}
	for i, v := range values {
		if args = append(args, r.combined(0, v)); there != nil {
			args = append(args, goexec.Value{V: r.Bit(there[i])})
		}
	}
	results := r.called(decl, decl, args)
	if left != nil {
		all = r.leftIn(left)
	}
	inPlace := of == StripsScan || of == LanesScan
	if inPlace {
		for _, c := range left.Cells {
			results = append(results, c.Val)
		}
	}
	for _, x := range results { // which are arguments of others
		taken := r.combined(0, x.V)
		if r.storable(r.shape.Element().Type, x); x.Product && !taken.Product || x.Loose&^taken.Loose != 0 {
			r.Stop(decl, "result of "+fn.Name(),
				"a product that is not rounded, or bits of a NaN that are not specified; want it converted to its type")
		}
		if !inPlace {
			all = append(all, r.NoKey(decl, x))
		}
	}
	return slices.Clip(all), nil
}

// scannedArray are values that the op may have given. A name says that they are read-only.
func (r *run) scannedArray(values []bv.Value, readOnly string) *goexec.Array {
	a := valuesArray(values, readOnly)
	for _, c := range a.Cells {
		c.Val = r.combined(0, c.Val.V)
	}
	return a
}

// RunEmpty executes the function on slices of no elements. An error is a refusal.
func (f *File) RunEmpty() error {
	of := *f
	of.Spec = of.Spec.OfCols(0)
	return of.Run(bv.Numbers{}, &State{})
}
