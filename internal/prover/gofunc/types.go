package gofunc

import (
	"go/types"

	"github.com/shflgen/shflgen/internal/prover/algebra"
	"github.com/shflgen/shflgen/internal/prover/bv"
	"github.com/shflgen/shflgen/internal/userpkg"
	"github.com/shflgen/shflgen/spec"
)

// Leaf is a scalar of a type, in memory order.
type Leaf struct {
	spec.Leaf
	Bits   int // of a bool 8
	Signed bool
	Float  bv.Format // bv.NoFormat: an integer
}

// layouts are those of the types that a caller passes to the function, or that it gives.
func (f *Func) layouts(of *types.Tuple) (all []*spec.Element, err error) {
	for v := range of.Variables() {
		e, err := userpkg.Layout(f.pkg.Fset, v.Type(), f.decl.Name.Pos())
		if err != nil {
			return nil, err
		}
		all = append(all, e)
	}
	return all, nil
}

// leaves are those of an element.
func leaves(e *spec.Element) (all []Leaf) {
	for _, l := range e.Leaves() {
		all = append(all, Leaf{l, l.Type.Bits(), l.Type.Class() == spec.Signed, algebra.FormatOf(l.Type)})
	}
	return all
}
