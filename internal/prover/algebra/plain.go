package algebra

import (
	"github.com/shflgen/shflgen/internal/prover/bv"
	"github.com/shflgen/shflgen/internal/prover/ref"
	"github.com/shflgen/shflgen/spec"
)

// runPlain runs the reference of argmin or argmax, or of a sort that gives lanes, as it stands: every comparison is one
// of elements, every choice a select.
func runPlain(d bv.Domain, s spec.Spec, in Input) (Outcome, error) {
	call := ref.Input[element, bv.Value]{Members: in.Members}
	for _, x := range in.Elements {
		call.Elements = append(call.Elements, element{x, d.Const(1, 1)})
	}
	got, err := ref.Run(plain{truths: truths{d}, spec: Order(s)}, s, call)
	return outcome(got, element.value), err
}

// element is x where the bit there is 1, else nobody's.
type element struct{ x, there bv.Value }

// value is the element itself.
func (e element) value() []bv.Value { return []bv.Value{e.x} }

type plain struct {
	noOrder[element]
	noRank[element, bv.Value]
	noOpOn[element]
	truths
	spec spec.Spec
}

// Absent is no element.
func (p plain) Absent() element {
	return element{p.dom.Const(p.spec.Type.Bits(), 0), p.dom.Const(1, 0)}
}

// Present is true where an element is there.
func (p plain) Present(x element) bv.Value { return x.there }

// If is x where c is true, else y.
func (p plain) If(c bv.Value, x, y element) element {
	return element{p.dom.Select(c, x.x, y.x), p.dom.Select(c, x.there, y.there)}
}

// Better is true where y is nobody's or x better.
func (p plain) Better(x, y element) bv.Value {
	d := p.dom
	less, greater := p.below(x.x, y.x), p.below(y.x, x.x)
	better := less
	if p.spec.Op == spec.ArgMax {
		better = greater
	}
	if f := Format(p.spec.Type); f != nil { // a NaN is better than nothing, and a number than a NaN
		xNaN, yNaN := d.Float(bv.FUnordered, *f, x.x, x.x), d.Float(bv.FUnordered, *f, y.x, y.x)
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
