package term

import (
	"math"
	"testing"

	"github.com/shflgen/shflgen/internal/prover/bv"
)

// TestApply: equal arguments give equal terms, others do not, and a term evaluates to what
// the function is.
func TestApply(t *testing.T) {
	d := New(Strategy{})
	a, b := d.Var(0, 32), d.Var(1, 32)
	div, fma := bv.FDiv(bv.F32), bv.FMA(bv.F32)
	same := func(what string, want bool, x, y bv.Value) {
		t.Helper()
		if (x == y) != want {
			t.Errorf("%s: equal %v, want %v", what, x == y, want)
		}
	}
	same("again", true, bv.Apply(d, div, a, b), bv.Apply(d, div, a, b))
	same("operands in the other order", false, bv.Apply(d, div, a, b), bv.Apply(d, div, b, a))
	same("factors in the other order", true, bv.Apply(d, fma, a, b, a), bv.Apply(d, fma, b, a, a))
	same("a factor for the summand", false, bv.Apply(d, fma, a, b, a), bv.Apply(d, fma, a, a, b))
	same("another function", false, bv.Apply(d, div, a, b), bv.Apply(d, bv.FMA(bv.F32), a, b, b))
	same("of a NaN's payload", true, bv.Apply(d, div, d.Quiet(bv.F32, a), b), bv.Apply(d, div, a, b))
	in := Input{Mask: func(int) bool { return false }, Element: func(i int) uint64 {
		return uint64(math.Float32bits(float32(3 + i)))
	}}
	if got := d.Eval(bv.Apply(d, div, a, b), in); got != uint64(math.Float32bits(0.75)) {
		t.Errorf("3/4 is %#x", got)
	}
	three := d.Const(32, uint64(math.Float32bits(3)))
	if x, ok := d.Known(bv.Apply(d, div, three, three)); !ok || x != uint64(math.Float32bits(1)) {
		t.Errorf("3/3 is %#x, %v", x, ok)
	}
}

// TestApplyBits: bits of a float result are not computed with, as no bit of a NaN is known.
func TestApplyBits(t *testing.T) {
	d := New(Strategy{})
	a := d.Var(0, 32)
	for what, f := range map[string]func(bv.Value){
		"a sum of its bits":     func(x bv.Value) { d.Int(bv.Add, x, a) },
		"its bits as a float64": func(x bv.Value) { d.Convert(bv.F32, bv.F64, d.Concat(x, x)) },
		"as an integer":         func(x bv.Value) { bv.Apply(d, bv.Divide(bv.Division{Bits: 32}), x, a) },
		"half as wide":          func(x bv.Value) { bv.Apply(d, bv.FDiv(bv.F64), x, x) },
	} {
		func() {
			defer func() {
				if _, ok := recover().(bv.Stop); !ok {
					t.Errorf("%s: not refused", what)
				}
			}()
			f(bv.Apply(d, bv.FSqrt(bv.F32), a))
		}()
	}
	d.Int(bv.Add, bv.Apply(d, bv.Divide(bv.Division{Bits: 32}), a, a), a)
}
