package goexec

import (
	"go/ast"

	"github.com/shflgen/shflgen/internal/prover/bv"
)

// Value is what an expression evaluates to: a scalar, an array or a pointer to one. A struct is kept as an array of its
// fields, and a complex number as one of its parts; blank fields are left out: no program reads them. The zero Value
// is undefined.
type Value struct {
	V   bv.Value // of a scalar; a bool has one bit
	Arr *Array   // an array, or what a pointer points to
	Bar bv.Value // of a float that is a bar: the key that it is the bar of

	Given int32 // 1 + i: the float of leaf i of the arguments, unaltered; -1: of one of several
	Of    int32 // of a lane's key, unaltered: the number of the lane and 1

	Ptr     bool // Arr is pointed to
	Nil     bool // a nil pointer
	Product bool // a float that a multiplication gave and no conversion has rounded
	Loose   Loose
	IsKey   bool  // the integer key of a float: V is the float
	Keyed   uint8 // how the key treats a NaN, in terms of the host
}

func (x Value) undefined() bool { return x.V == nil && x.Arr == nil && !x.Nil }

// Loose says which bits come from the result of a float op. If it is a NaN, its
// sign and payload are unspecified, and terms take two such NaNs for one. So these
// bits may be moved as a whole, and nothing may be computed from them.
type Loose uint8

// The parts of a word that may be loose.
const (
	Whole Loose = 1 << iota // all bits are one float
	Low                     // the low half of 32 bits is a half float
	High                    // the high half is
)

// moved says what is loose of a part that moves elsewhere, the rest being dropped.
func (l Loose) moved(from, to Loose) Loose {
	if l&from == 0 {
		return 0
	}
	return to
}

// Array is the storage of an array.
type Array struct {
	Cells    []*Cell
	ReadOnly string // a parameter that the contract lets nobody write, by name

	Length  bv.Value // of a slice that begins with these elements; nil: it has no others
	within  *Array   // that it is a part of, or nil
	written bool     // through any pointer
	MayBe   []*Array // a parameter that is written and its rows, of the same elements: a caller may let them overlap
}

// Cell is the storage of a variable or of an element of an array.
type Cell struct {
	Val Value

	// Depth is how many exits enclose the cell's scope. Who takes one of these leaves
	// the scope, so what the cell holds then does not matter.
	Depth int
}

// newArray makes an array of n elements, made by zero.
func (r *Run) newArray(n int, zero func(i int) Value) *Array {
	cells, a := make([]Cell, n), &Array{Cells: make([]*Cell, n)}
	for i := range n {
		cells[i] = Cell{zero(i), len(r.Exits)}
		a.Cells[i] = &cells[i]
	}
	return a
}

// NewCell is storage in the innermost scope.
func (r *Run) NewCell(x Value) *Cell { return &Cell{Val: x, Depth: len(r.Exits)} }

// own is a value that shares no storage with x, unless it is a pointer.
func (r *Run) own(x Value) Value {
	if x.Arr != nil && !x.Ptr {
		x.Arr = r.CopyOf(x.Arr)
	}
	return x
}

// CopyOf is an array of its own with the same elements.
func (r *Run) CopyOf(a *Array) *Array {
	return r.newArray(len(a.Cells), func(i int) Value { return r.own(a.Cells[i].Val) })
}

// outlive marks a's cells as seen from outside of every scope, as they are through
// a pointer.
func (a *Array) outlive() {
	for _, c := range a.Cells {
		c.Depth = 0
		if c.Val.Arr != nil && !c.Val.Ptr {
			c.Val.Arr.outlive()
		}
	}
}

// markWritten says that a was written, and with it what it is a part of.
func (a *Array) markWritten() {
	for ; a != nil; a = a.within {
		a.written = true
	}
}

// Readable refuses to read an array that a caller may have laid over one that was
// written.
func (r *Run) Readable(n ast.Node, a *Array) {
	for _, other := range a.MayBe {
		if other.written {
			r.Stop(n, "element of "+a.ReadOnly+" after one of v was written",
				"a caller may pass one array for both; want all of "+a.ReadOnly+" read before")
		}
	}
}

// ScalarCells are the scalars of an array, in the order of memory.
func (a *Array) ScalarCells() []*Cell {
	var all []*Cell
	for _, c := range a.Cells {
		if c.Val.Arr != nil && !c.Val.Ptr {
			all = append(all, c.Val.Arr.ScalarCells()...)
			continue
		}
		all = append(all, c)
	}
	return all
}

// Choose is x where c is true, else y. A key may be chosen against a constant that
// is itself a key.
func (r *Run) Choose(c bv.Value, x, y Value) Value {
	switch {
	case x.undefined():
		return y
	case y.undefined():
		return x
	}
	k, known := r.Dom.Known(c)
	if x.V == nil || y.V == nil {
		switch {
		case known && k == 1:
			return x
		case known:
			return y
		case x.Ptr && y.Ptr && x.Arr == y.Arr:
			return x
		case x.Nil || y.Nil || x.Ptr || y.Ptr:
			r.Stop(r.At, "a pointer that depends on data", "want one array whatever the data; choose between elements instead")
		}
		if x.Arr == nil || y.Arr == nil || len(x.Arr.Cells) != len(y.Arr.Cells) {
			r.Stop(r.At, "an array that depends on data", "choose element by element instead")
		}
		return Value{Arr: r.newArray(len(x.Arr.Cells), func(i int) Value {
			return r.Choose(c, x.Arr.Cells[i].Val, y.Arr.Cells[i].Val)
		})}
	}
	if x.IsKey || y.IsKey {
		x, y = r.Host.SameKeys(x, y)
	}
	switch {
	case known && k == 1:
		return x
	case known:
		return y
	}
	z := Value{V: x.V, IsKey: x.IsKey, Keyed: x.Keyed, Loose: x.Loose | y.Loose, Product: x.Product || y.Product,
		Given: oneOf(x.Given, y.Given)}
	if x.V != y.V {
		z.V = r.Dom.Select(c, x.V, y.V)
	}
	if x.Of == y.Of {
		z.Of = x.Of
	}
	return z
}

// oneOf is which leaf of the arguments a value is that is one of two.
func oneOf(a, b int32) int32 {
	switch {
	case a == b || b == 0:
		return a
	case a == 0:
		return b
	}
	return -1
}
