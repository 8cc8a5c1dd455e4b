package goexec

import (
	"fmt"
	"go/ast"
	"go/types"
)

// A slice is kept as a pointer to an array of the cells that it has, or of the first ones if it has any number of
// them. Its capacity is not modelled.

// count is how many elements a slice has, which has to be known.
func (r *Run) count(n ast.Node, a *Array) uint64 {
	if a.Length != nil {
		r.Stop(n, "slice of any length", "want what does not depend on its length")
	}
	return uint64(len(a.Cells))
}

// isSlice reports whether an expression is a slice.
func (r *Run) isSlice(e ast.Expr) bool {
	_, ok := r.Info.TypeOf(e).Underlying().(*types.Slice)
	return ok
}

// cut are some cells of an array, the same ones: who writes one of them has written a.
func (a *Array) cut(low, high uint64) *Array {
	return &Array{Cells: a.Cells[low:high], ReadOnly: a.ReadOnly, MayBe: a.MayBe, within: a}
}

// slice is x[i:j] of an array or a slice.
func (r *Run) slice(e *ast.SliceExpr) Value {
	if e.Slice3 {
		r.Stop(e, "slice with a capacity", "want x[i:j]")
	}
	of := r.sliced(e)
	low, high, all := uint64(0), uint64(len(of.Cells)), uint64(len(of.Cells))
	if e.High == nil {
		high = r.count(e, of)
	}
	for _, bound := range []struct {
		e  ast.Expr
		to *uint64
	}{{e.Low, &low}, {e.High, &high}} {
		if bound.e == nil {
			continue
		}
		k, known := r.Dom.Known(r.Exactly(bound.e, r.Eval(bound.e)))
		if !known {
			r.Stop(bound.e, "bound of a slice", "depends on data; want a number that is known")
		}
		*bound.to = signExtended(r.Kind(bound.e).Bits, k)
	}
	if high > all || low > high {
		r.Panics(e, r.Yes, Panic{What: fmt.Sprintf("elements %d to before %d of %d", int64(low), int64(high), all),
			Want: "want no more than there are"})
		return Value{Ptr: true, Arr: of.cut(0, 0)}
	}
	return Value{Ptr: true, Arr: of.cut(low, high)}
}

// sliced is the array or the slice that a slice is taken of.
func (r *Run) sliced(e *ast.SliceExpr) *Array {
	if !r.Slices { // a slice is taken for a part of an array, and nothing else
		if x := r.Eval(e.X); x.Arr != nil && (x.Ptr || r.pointed(e.X)) {
			return x.Arr
		}
		r.Stop(e, "slice", "want one of an array that a pointer leads to")
	}
	if array, pointer := ArrayOf(r.Info.TypeOf(e.X)); array != nil && !pointer {
		p := r.place(e.X)
		if p.Arr == nil || p.Cell != nil || p.index != nil {
			r.Stop(e, "slice", "want one of a local array")
		}
		p.Arr.outlive()
		return p.Arr
	}
	return r.elementsOf(e.X)
}

// elementsOf are the elements of a slice, or of an array through a pointer.
func (r *Run) elementsOf(e ast.Expr) *Array {
	x := r.Eval(e)
	if x.Nil {
		r.Stop(e, "nil", "want an array or a part of one")
	}
	if !x.Ptr || x.Arr == nil {
		r.Stop(e, "slice of "+r.Info.TypeOf(e).String(), "want one of an array or a slice")
	}
	return x.Arr
}

// copied is copy(to, from): as many elements as both have.
func (r *Run) copied(e *ast.CallExpr) Value {
	to, from := r.elementsOf(e.Args[0]), r.elementsOf(e.Args[1])
	r.Readable(e, from)
	shorter := to
	if to.Length != nil || from.Length == nil && len(from.Cells) < len(to.Cells) {
		shorter = from
	}
	n := r.count(e, shorter)
	if n > uint64(min(len(to.Cells), len(from.Cells))) {
		r.Stop(e, "copy of more elements than a slice of any length is seen to have", "want no more than a warp's")
	}
	var values []Value
	for _, c := range from.Cells[:n] {
		values = append(values, r.own(c.Val))
	}
	r.fill(e, to, values)
	return Value{V: r.Dom.Const(r.Kind(e).Bits, n)}
}

// cleared is clear(a): zeros.
func (r *Run) cleared(e *ast.CallExpr) {
	a := r.elementsOf(e.Args[0])
	of := r.Info.TypeOf(e.Args[0]).Underlying().(*types.Slice).Elem()
	var zeros []Value
	for range r.count(e, a) {
		zeros = append(zeros, r.Zero(e, of))
	}
	r.fill(e, a, zeros)
}

// fill writes the first elements of a slice.
func (r *Run) fill(e *ast.CallExpr, to *Array, values []Value) {
	if to.ReadOnly != "" {
		r.Stop(e, "write to "+to.ReadOnly, "the caller's "+to.ReadOnly+" stays as it is; want a local array")
	}
	for i, x := range values {
		r.Step(e)
		r.hold(e, to.Cells[i], x)
	}
	if len(values) > 0 {
		to.markWritten()
		r.Writes++
	}
}

// signExtended is a number of some bits in 64.
func signExtended(bits int, x uint64) uint64 { return uint64(int64(x<<(64-bits)) >> (64 - bits)) }
