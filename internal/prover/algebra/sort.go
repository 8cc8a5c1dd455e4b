package algebra

import (
	"github.com/shflgen/shflgen/internal/prover/bv"
	"github.com/shflgen/shflgen/internal/prover/ref"
	"github.com/shflgen/shflgen/spec"
)

// sorting is the algebra of a sort. An absent element is what sorts last: of floats a NaN,
// which does so in either direction.
type sorting struct {
	algebra
	spec spec.Spec
}

func sortingOf(d bv.Domain, s spec.Spec) sorting { return sorting{algebraOf(d, s), s} }

// Absent is what sorts last.
func (a sorting) Absent() bv.Value {
	return a.dom.Const(a.elem.Bits(), ref.Identity(a.spec.Best(), a.elem))
}

// Ordered are the lesser and the greater, or the other way round. Floats are compared so
// that a NaN is the greater, or the lesser.
func (a sorting) Ordered(x, y bv.Value) (first, last bv.Value) {
	of := arithmeticOf(a.dom, a.elem)
	switch isFloat := Format(a.elem) != nil; {
	case isFloat && a.spec.Sort().Descending:
		return of.Max(x, y), of.MinNaN(x, y)
	case isFloat:
		return of.Min(x, y), of.MaxNaN(x, y)
	case a.spec.Sort().Descending:
		return of.Max(x, y), of.Min(x, y)
	}
	return of.Min(x, y), of.Max(x, y)
}

// Join ends the proof.
func (a sorting) Join(bv.Value, bv.Value) bv.Value {
	panic(bv.Stop{Why: "a sort joins no elements"})
}
