package term

import (
	"math/rand/v2"
	"testing"

	"github.com/shflgen/shflgen/internal/prover/bv"
)

// everNaN reports whether a float32 is a NaN where an element is, whatever the bits of NaNs that arithmetic returns.
func everNaN(d *Domain, v bv.Value) bool {
	for seed := range uint64(100) {
		r := rand.New(rand.NewPCG(seed, 0))
		payload := func() uint64 { return bv.Infinity(bv.F32) | r.Uint64N(2)<<31 | 1 + r.Uint64N(1<<23-1) }
		in := Input{
			Mask:    func(int) bool { return seed%2 == 0 },
			Element: func(int) uint64 { return payload() },
			NaN:     func(int, bv.Format) uint64 { return payload() },
		}
		if !bv.IsNaN(bv.F32, d.Eval(v, in)) {
			return false
		}
	}
	return true
}

// TestCovered: the bits of what may be a NaN are taken for a float where the other operand is a NaN then, by arithmetic
// alone.
func TestCovered(t *testing.T) {
	const f = bv.F32
	d := New(Strategy{})
	x, y := bv.Value(d.Var(0, 32)), bv.Value(d.Var(1, 32))
	there, one := d.GuardOf(d.Bit(0)), d.Const(32, 0x3f800000)
	add := func(a, b bv.Value) bv.Value { return d.Float(bv.FAdd, f, a, b) }
	mul := func(a, b bv.Value) bv.Value { return d.Float(bv.FMul, f, a, b) }
	fma := func(a, b, c bv.Value) bv.Value { return bv.Apply(d, bv.FMA(f), a, b, c) }
	power := func(v bv.Value) bv.Value { return d.Concat(d.Const(23, 0), d.Extract(v, 0, 9)) }
	sum, other := add(x, y), mul(x, y)
	for name, tt := range map[string]struct {
		by, bits bv.Value
		op       bv.FloatOp
		fine     bool
	}{
		"itself":                   {sum, power(sum), bv.FMul, true},
		"a sum of it":              {add(sum, one), power(sum), bv.FMul, true},
		"an element and it, fused": {fma(x, y, sum), power(sum), bv.FMul, true},
		"a polynomial in it":       {fma(fma(sum, one, x), sum, y), power(sum), bv.FMul, true},
		"a polynomial, to add to":  {fma(fma(sum, one, x), sum, y), power(sum), bv.FAdd, true},
		"a number less it":         {add(one, bv.Negate(d, f, sum)), power(sum), bv.FMul, true},
		"a number less one of two": {add(one, bv.Negate(d, f, d.Select(there, sum, x))), power(sum), bv.FMul, false},
		"bits of two in one": {fma(sum, other, y), d.Concat(d.Extract(sum, 0, 16), d.Extract(other, 0, 16)),
			bv.FMul, true},
		"bits of two, and one of them": {fma(sum, x, y), d.Concat(d.Extract(sum, 0, 16), d.Extract(other, 0, 16)), bv.FMul,
			false},
		"another float":                 {other, power(sum), bv.FMul, false},
		"its operands":                  {fma(x, y, x), power(sum), bv.FMul, false},
		"what is made of the power too": {add(one, x), power(sum), bv.FMul, false},
		"a number in place of it":       {add(d.Float(bv.FMax, f, sum, one), one), power(sum), bv.FMul, false},
		"it, or an element":             {add(d.Select(there, sum, x), one), power(sum), bv.FMul, false},
		"a maximum of both":             {add(sum, one), power(sum), bv.FMax, false},
		"a maximum, a NaN of a NaN":     {add(sum, one), power(sum), bv.FMaxNaN, false},
		"a comparison with it":          {add(sum, one), power(sum), bv.FLt, false},
		"bits of both, beside":          {power(other), power(sum), bv.FMul, false},
	} {
		for _, turned := range []bool{false, true} {
			a, b := tt.by, tt.bits
			if turned {
				a, b = b, a
			}
			var r bv.Value
			if fine := !stops(func() { r = d.Float(tt.op, f, a, b) }); fine != tt.fine {
				t.Errorf("%s, turned %v: taken: %v", name, turned, fine)
			} else if fine && !everNaN(d, r) {
				t.Errorf("%s, turned %v: a number, of elements that are NaNs", name, turned)
			}
		}
	}
	product := mul(add(sum, one), power(sum))
	if !d.fromFloat(product.(*Term)) || !stops(func() { d.Int(bv.Add, product, one) }) {
		t.Error("the bits of the product's NaN are taken for known")
	}
	if !stops(func() { d.Int(bv.Add, power(sum), one) }) {
		t.Error("the bits of a NaN are computed with as an integer")
	}
}
