package algebra

import (
	"github.com/shflgen/shflgen"
	"github.com/shflgen/shflgen/internal/prover/bv"
	"github.com/shflgen/shflgen/internal/prover/ref"
)

// sorting is the algebra of a sort. An absent element is what sorts last: of floats a NaN,
// which does so in either direction.
type sorting struct {
	noWinner
	noOp[bv.Value, bv.Value]
	dom  bv.Domain
	spec shflgen.Spec
}

// Absent is what sorts last.
func (a sorting) Absent() bv.Value {
	return a.dom.Const(a.spec.Type.Bits(), ref.Identity(a.spec.Best(), a.spec.Type))
}

// Ordered are the lesser and the greater, or the other way round. Floats are compared so
// that a NaN is the greater, or the lesser.
func (a sorting) Ordered(x, y bv.Value) (first, last bv.Value) {
	f, isSigned := Format(a.spec.Type), a.spec.Type.Class() == shflgen.Signed
	switch {
	case f != nil && a.spec.Descending:
		return a.dom.Float(bv.FMax, *f, x, y), a.dom.Float(bv.FMinNaN, *f, x, y)
	case f != nil:
		return a.dom.Float(bv.FMin, *f, x, y), a.dom.Float(bv.FMaxNaN, *f, x, y)
	}
	of := integers{a.dom, isSigned}
	if a.spec.Descending {
		return of.Max(x, y), of.Min(x, y)
	}
	return of.Min(x, y), of.Max(x, y)
}

// Present is true: an element that is absent is as good as one that is there.
func (a sorting) Present(bv.Value) bv.Value { return a.Known(true) }

// If is x where c is true, else y.
func (a sorting) If(c, x, y bv.Value) bv.Value { return a.dom.Select(c, x, y) }

// And is true where both are.
func (a sorting) And(x, y bv.Value) bv.Value { return a.dom.Int(bv.And, x, y) }

// Choose is x where c is true, else y.
func (a sorting) Choose(c, x, y bv.Value) bv.Value { return a.dom.Select(c, x, y) }

// Known is b.
func (a sorting) Known(b bool) bv.Value { return algebra{dom: a.dom}.Known(b) }
