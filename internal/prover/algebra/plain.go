package algebra

import (
	"github.com/shflgen/shflgen/internal/prover/bv"
	"github.com/shflgen/shflgen/internal/prover/ref"
	"github.com/shflgen/shflgen/spec"
)

// runPlain runs the reference of argmin or argmax, or of a sort that gives lanes, as it stands: every comparison is one
// of elements, every choice a select.
func runPlain(d bv.Domain, s spec.Spec, in Input) (Outcome, error) {
	got, err := ref.Run(plain{elements: elements{truths{d}}, spec: Order(s)}, s, ofLeaves(d, in, 1))
	return outcome(got, element.values), err
}

type plain struct {
	noOrder[element]
	noRank[element, bv.Value]
	noOpOn[element]
	elements
	spec spec.Spec
}

// Absent is no element.
func (p plain) Absent() element {
	return element{leaves{p.dom.Const(p.spec.Type.Bits(), 0)}, p.dom.Const(1, 0)}
}

// Better is true where y is nobody's or x better.
func (p plain) Better(x, y element) bv.Value {
	d, a, b := p.dom, x.x[0], y.x[0]
	less, greater := p.below(a, b), p.below(b, a)
	better := less
	if p.spec.Op == spec.ArgMax {
		better = greater
	}
	if f := Format(p.spec.Type); f != nil { // a NaN is better than nothing, and a number than a NaN
		xNaN, yNaN := d.Float(bv.FUnordered, *f, a, a), d.Float(bv.FUnordered, *f, b, b)
		better = p.And(d.Not(xNaN), d.Int(bv.Or, yNaN, better))
	}
	return d.Int(bv.Or, d.Not(y.there), better)
}

// below is true where the number a is less than b; -0 is below +0.
func (p plain) below(a, b bv.Value) bv.Value {
	d, t := p.dom, p.spec.Type
	switch t.Class() {
	case spec.Signed:
		return d.Int(bv.SLt, a, b)
	case spec.Unsigned:
		return d.Int(bv.ULt, a, b)
	}
	f := *Format(t)
	sign := func(x bv.Value) bv.Value { return d.Extract(x, t.Bits()-1, 1) }
	zeros := p.And(d.Float(bv.FEq, f, a, b), p.And(sign(a), d.Not(sign(b))))
	return d.Int(bv.Or, d.Float(bv.FLt, f, a, b), zeros)
}
