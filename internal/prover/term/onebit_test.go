package term

import (
	"math/rand/v2"
	"testing"

	"github.com/shflgen/shflgen/internal/prover/bv"
)

// TestComparedOfOneBit compares what one bit chooses: the result is a number, the bit or its complement, and that of
// both numbers that the bit may be.
func TestComparedOfOneBit(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	n := bv.Numbers{}
	chosen, others := 0, 0
	for range 2000 {
		d := New(Strategy{})
		bit := d.Int(bv.SLt, d.Var(0, 32), d.Var(1, 32))
		var ops []func(d bv.Domain, x bv.Value) bv.Value
		for range 1 + rng.IntN(4) {
			k := uint64(rng.IntN(12))
			ops = append(ops, []func(d bv.Domain, x bv.Value) bv.Value{
				func(d bv.Domain, x bv.Value) bv.Value { return d.Int(bv.Add, x, d.Const(16, k)) },
				func(d bv.Domain, x bv.Value) bv.Value { return d.Int(bv.Sub, d.Const(16, k), x) },
				func(d bv.Domain, x bv.Value) bv.Value { return d.Int(bv.Mul, x, d.Const(16, k)) },
				func(d bv.Domain, x bv.Value) bv.Value { return d.Int(bv.Add, x, x) },
				func(d bv.Domain, x bv.Value) bv.Value { return d.Int(bv.Or, x, d.Const(16, k)) },
			}[rng.IntN(5)])
		}
		code, k := []bv.IntOp{bv.ULt, bv.SLt, bv.Eq}[rng.IntN(3)], uint64(rng.IntN(20))
		compared := func(d bv.Domain, bit bv.Value) bv.Value {
			x := d.Extend(bit, 16, false)
			for _, op := range ops {
				x = op(d, x)
			}
			return d.Int(code, x, d.Const(16, k))
		}
		got := compared(d, bit)
		zero, one := compared(n, n.Const(1, 0)), compared(n, n.Const(1, 1))
		want := d.Select(bit, d.Const(1, one.(bv.Word).X), d.Const(1, zero.(bv.Word).X))
		if got != want {
			others++
		}
		for _, x := range []uint64{0, 7} { // of 7 < 5 the bit is 0
			in := Input{Element: func(name int) uint64 { return []uint64{x, 5}[name] }}
			if a, b := d.Eval(got, in), d.Eval(want, in); a != b {
				t.Fatalf("%s is %d, want %d", show(got.(*Term)), a, b)
			}
		}
		if zero != one {
			chosen++
		}
	}
	if others > 40 {
		t.Errorf("%d of 2000 are other terms, want at most 40", others)
	}
	if chosen < 50 {
		t.Errorf("the bit decides in %d of 2000, want more", chosen)
	}
}
