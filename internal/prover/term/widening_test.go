package term

import (
	"math/rand/v2"
	"testing"

	"github.com/shflgen/shflgen/internal/prover/bv"
)

var extrema = []bv.FloatOp{bv.FMin, bv.FMax, bv.FMinNaN, bv.FMaxNaN}

// TestWideningOfNumbers: on halves of random bits, NaNs and zeros of both signs among them, the law holds; of a sum it
// does not.
func TestWideningOfNumbers(t *testing.T) {
	n := bv.Numbers{}
	rng := rand.New(rand.NewPCG(3, 4))
	for _, half := range []bv.Format{bv.F16, bv.BF16} {
		inf := bv.Infinity(half)
		special := []uint64{0, 0x8000, 0x7fff, 0xffff, inf, inf + 1, inf | 0x8000, 1, 0x8001}
		pick := func() bv.Value {
			if x := rng.IntN(2 * len(special)); x < len(special) {
				return bv.Word{W: 16, X: special[x]}
			}
			return bv.Word{W: 16, X: rng.Uint64() & 0xffff}
		}
		wide := func(x bv.Value) bv.Value { return n.Convert(bv.F32, half, x) }
		holds := func(o bv.FloatOp) bool {
			for range 20_000 {
				a, b, c := pick(), pick(), wide(pick())
				x := n.Float(o, bv.F32, c, wide(n.Float(o, half, a, b))).(bv.Word).X
				y := n.Float(o, bv.F32, c, n.Float(o, bv.F32, wide(a), wide(b))).(bv.Word).X
				if x != y && !(bv.IsNaN(bv.F32, x) && bv.IsNaN(bv.F32, y)) {
					return false
				}
			}
			return true
		}
		for _, o := range extrema {
			if !holds(o) {
				t.Errorf("%v of %v: does not hold", o, half)
			}
		}
		if holds(bv.FAdd) {
			t.Errorf("sums of %v: not seen to differ", half)
		}
	}
}

// TestWidening: a min or max of halves is taken apart in the same of float32, and in no other.
func TestWidening(t *testing.T) {
	for _, half := range []bv.Format{bv.F16, bv.BF16} {
		for _, in := range extrema {
			for _, out := range extrema {
				d := New(Strategy{})
				a, b, c := d.Var(0, 16), d.Var(1, 16), d.Var(2, 32)
				wide := func(x bv.Value) bv.Value { return d.Convert(bv.F32, half, x) }
				x := d.Float(out, bv.F32, c, wide(d.Float(in, half, a, b)))
				y := d.Float(out, bv.F32, d.Float(out, bv.F32, c, wide(a)), wide(b))
				if (x == y) != (in == out) {
					t.Errorf("%v in %v of %v: equal %v", in, out, half, x == y)
				}
			}
		}
		d := New(Strategy{})
		a, b, c := d.Var(0, 16), d.Var(1, 16), d.Var(2, 32)
		wide := func(x bv.Value) bv.Value { return d.Convert(bv.F32, half, x) }
		most := func(x, y bv.Value) bv.Value { return d.Float(bv.FMaxNaN, bv.F32, x, y) }
		want := most(most(c, wide(a)), wide(b))
		for what, got := range map[string]bv.Value{
			"one half twice":         most(c, wide(d.Float(bv.FMaxNaN, half, a, a))),
			"one half alone":         most(c, wide(a)),
			"a sum":                  most(c, wide(d.Float(bv.FAdd, half, a, b))),
			"not of the other float": wide(d.Float(bv.FMaxNaN, half, a, b)),
			"a sum of float32":       d.Float(bv.FAdd, bv.F32, c, wide(d.Float(bv.FMaxNaN, half, a, b))),
		} {
			if got == want {
				t.Errorf("%s of %v: equal", what, half)
			}
		}
	}
}
