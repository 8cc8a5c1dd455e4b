package algebra

import (
	"github.com/shflgen/shflgen/internal/prover/bv"
	"github.com/shflgen/shflgen/internal/prover/ref"
	"github.com/shflgen/shflgen/spec"
)

// arithmeticOf is the arithmetic of the values of d, as elements of a type that is no pair.
func arithmeticOf(d bv.Domain, t spec.Type) ref.Arithmetic[bv.Value] {
	if f := Format(t); f != nil {
		return floats{d, *f}
	}
	return integers{d, t.Class() == spec.Signed}
}

// integers is the arithmetic of integers.
type integers struct {
	bv.Domain
	signed bool
}

func (d integers) Add(x, y bv.Value) bv.Value { return d.Int(bv.Add, x, y) }
func (d integers) Mul(x, y bv.Value) bv.Value { return d.Int(bv.Mul, x, y) }
func (d integers) And(x, y bv.Value) bv.Value { return d.Int(bv.And, x, y) }
func (d integers) Or(x, y bv.Value) bv.Value  { return d.Int(bv.Or, x, y) }
func (d integers) Xor(x, y bv.Value) bv.Value { return d.Int(bv.Xor, x, y) }

func (d integers) Min(x, y bv.Value) bv.Value {
	if d.signed {
		return d.Int(bv.SMin, x, y)
	}
	return d.Int(bv.UMin, x, y)
}

func (d integers) Max(x, y bv.Value) bv.Value {
	if d.signed {
		return d.Int(bv.SMax, x, y)
	}
	return d.Int(bv.UMax, x, y)
}

// BySize compares magnitudes: of what is negative its negative, without a sign.
func (d integers) BySize(x, y, greater, less, equal bv.Value) bv.Value {
	magnitude := func(x bv.Value) bv.Value {
		if w := x.Width(); d.signed {
			return d.Select(d.Extract(x, w-1, 1), d.Int(bv.Sub, d.Const(w, 0), x), x)
		}
		return x
	}
	a, b := magnitude(x), magnitude(y)
	return d.Select(d.Int(bv.ULt, b, a), greater, d.Select(d.Int(bv.ULt, a, b), less, equal))
}

func (d integers) MinNaN(_, _ bv.Value) bv.Value { panic(bv.Stop{Why: "integers have no NaN"}) }
func (d integers) MaxNaN(_, _ bv.Value) bv.Value { panic(bv.Stop{Why: "integers have no NaN"}) }

// floats is the arithmetic of floats.
type floats struct {
	bv.Domain
	format bv.Format
}

func (d floats) Add(x, y bv.Value) bv.Value    { return d.Float(bv.FAdd, d.format, x, y) }
func (d floats) Mul(x, y bv.Value) bv.Value    { return d.Float(bv.FMul, d.format, x, y) }
func (d floats) Min(x, y bv.Value) bv.Value    { return d.Float(bv.FMin, d.format, x, y) }
func (d floats) Max(x, y bv.Value) bv.Value    { return d.Float(bv.FMax, d.format, x, y) }
func (d floats) MinNaN(x, y bv.Value) bv.Value { return d.Float(bv.FMinNaN, d.format, x, y) }
func (d floats) MaxNaN(x, y bv.Value) bv.Value { return d.Float(bv.FMaxNaN, d.format, x, y) }

// BySize compares floats without their signs.
func (d floats) BySize(x, y, greater, less, equal bv.Value) bv.Value {
	w := d.format.Bits()
	magnitude := func(x bv.Value) bv.Value { return d.Int(bv.And, x, d.Const(w, 1<<(w-1)-1)) }
	below := func(x, y bv.Value) bv.Value { return d.Float(bv.FLt, d.format, magnitude(x), magnitude(y)) }
	return d.Select(below(y, x), greater, d.Select(below(x, y), less, equal))
}

func (d floats) And(_, _ bv.Value) bv.Value { return d.noBits() }
func (d floats) Or(_, _ bv.Value) bv.Value  { return d.noBits() }
func (d floats) Xor(_, _ bv.Value) bv.Value { return d.noBits() }
func (d floats) Not(_ bv.Value) bv.Value    { return d.noBits() }

func (d floats) noBits() bv.Value { panic(bv.Stop{Why: "floats are combined as numbers"}) }
