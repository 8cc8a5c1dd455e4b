package goread

import (
	"fmt"
	"go/ast"
	"go/types"
)

// A slice is kept as a pointer to an array of the cells that it has, or of the first ones if it has any number
// of them. What it could be made longer by, its capacity, is not followed.

// count is how many elements a slice has, which has to be known.
func (r *run) count(n ast.Node, a *array) uint64 {
	if a.length != nil {
		r.stop(n, "slice of any length", "want what does not depend on its length")
	}
	return uint64(len(a.cells))
}

// takesSlices reports whether slices are followed: those of a function of an array, and of one that takes a
// slice of the elements that are left.
func (r *run) takesSlices() bool { return r.shape.Grid() || r.shape.Partial() || r.span.Ranged() }

// isSlice reports whether an expression is a slice.
func (r *run) isSlice(e ast.Expr) bool {
	_, ok := r.info.TypeOf(e).Underlying().(*types.Slice)
	return ok
}

// cut are some cells of an array, the same ones: who writes one of them has written a.
func (a *array) cut(low, high uint64) *array {
	return &array{cells: a.cells[low:high], readOnly: a.readOnly, mayBe: a.mayBe, within: a}
}

// slice is x[i:j] of an array or a slice.
func (r *run) slice(e *ast.SliceExpr) value {
	if e.Slice3 {
		r.stop(e, "slice with a capacity", "want x[i:j]")
	}
	of := r.sliced(e)
	low, high, all := uint64(0), uint64(len(of.cells)), uint64(len(of.cells))
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
		k, known := r.dom.Known(r.exactly(bound.e, r.eval(bound.e)))
		if !known {
			r.stop(bound.e, "bound of a slice", "depends on data; want a number that is known")
		}
		*bound.to = signExtended(r.kind(bound.e).bits, k)
	}
	if high > all || low > high {
		r.panics(e, r.bit(true), fmt.Sprintf("elements %d to before %d of %d", int64(low), int64(high), all), "want no more than there are")
		return value{ptr: true, arr: of.cut(0, 0)}
	}
	return value{ptr: true, arr: of.cut(low, high)}
}

// sliced is the array or the slice that a slice is taken of.
func (r *run) sliced(e *ast.SliceExpr) *array {
	if !r.takesSlices() { // a slice is taken for a part of an array, and nothing else
		if x := r.eval(e.X); x.arr != nil && (x.ptr || r.pointed(e.X)) {
			return x.arr
		}
		r.stop(e, "slice", "want one of an array that a pointer leads to")
	}
	if array, pointer := arrayOf(r.info.TypeOf(e.X)); array != nil && !pointer {
		p := r.place(e.X)
		if p.arr == nil || p.cell != nil || p.index != nil {
			r.stop(e, "slice", "want one of a local array")
		}
		p.arr.outlive()
		return p.arr
	}
	return r.elementsOf(e.X)
}

// elementsOf are the elements of a slice, or of an array through a pointer.
func (r *run) elementsOf(e ast.Expr) *array {
	x := r.eval(e)
	if x.nil {
		r.stop(e, "nil", "want an array or a part of one")
	}
	if !x.ptr || x.arr == nil {
		r.stop(e, "slice of "+r.info.TypeOf(e).String(), "want one of an array or a slice")
	}
	return x.arr
}

// copied is copy(to, from): as many elements as both have.
func (r *run) copied(e *ast.CallExpr) value {
	to, from := r.elementsOf(e.Args[0]), r.elementsOf(e.Args[1])
	r.readable(e, from)
	shorter := to
	if to.length != nil || from.length == nil && len(from.cells) < len(to.cells) {
		shorter = from
	}
	n := r.count(e, shorter)
	if n > uint64(min(len(to.cells), len(from.cells))) {
		r.stop(e, "copy of more elements than a slice of any length is seen to have", "want no more than a warp's")
	}
	var values []value
	for _, c := range from.cells[:n] {
		x := c.val
		if x.arr != nil && !x.ptr {
			x.arr = r.copyOf(x.arr)
		}
		values = append(values, x)
	}
	r.fill(e, to, values)
	return value{v: r.dom.Const(r.kind(e).bits, n)}
}

// cleared is clear(a): zeros.
func (r *run) cleared(e *ast.CallExpr) {
	a := r.elementsOf(e.Args[0])
	of := r.info.TypeOf(e.Args[0]).Underlying().(*types.Slice).Elem()
	var zeros []value
	for range r.count(e, a) {
		zeros = append(zeros, r.zero(e, of))
	}
	r.fill(e, a, zeros)
}

// fill writes the first elements of a slice.
func (r *run) fill(e *ast.CallExpr, to *array, values []value) {
	if to.readOnly != "" {
		r.stop(e, "write to "+to.readOnly, "the caller's "+to.readOnly+" stays as it is; want a local array")
	}
	for i, x := range values {
		r.step(e)
		if c := to.cells[i]; x.arr != nil && !x.ptr {
			r.copyInto(e, c.val.arr, x.arr)
		} else {
			r.set(c, x)
		}
	}
	if len(values) > 0 {
		to.markWritten()
		r.writes++
	}
}
