package kernels

import (
	"math/rand/v2"
	"testing"

	"github.com/shflgen/shflgen/internal/prover/bv"
	"github.com/shflgen/shflgen/internal/prover/term"
)

// TestOrder: sums and products are equal in every order of their operands, and differ where an operand is missing or
// occurs twice.
func TestOrder(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for _, op := range []bv.FloatOp{bv.FAdd, bv.FMul} {
		d := newTerms(term.Strategy{})
		var all []bv.Value
		for i := range 12 {
			all = append(all, d.Var(i, 32))
		}
		fold := func(of []bv.Value) bv.Value {
			of = append([]bv.Value{}, of...)
			for len(of) > 1 {
				rng.Shuffle(len(of), func(i, j int) { of[i], of[j] = of[j], of[i] })
				of = append(of[2:], d.Float(op, bv.F32, of[0], of[1]))
			}
			return of[0]
		}
		want := fold(all)
		for range 20 {
			if fold(all) != want {
				t.Errorf("%d: another order gives another term", op)
			}
		}
		for _, wrong := range [][]bv.Value{all[1:], append(all[:12:12], all[3])} {
			if fold(wrong) == want {
				t.Errorf("%d: %d operands give the term of %d", op, len(wrong), len(all))
			}
		}
	}
}

// TestFused: a product that is fused into a sum is an operand of it, and one of other factors is another.
func TestFused(t *testing.T) {
	d := newTerms(term.Strategy{})
	x, y, z := d.Var(0, 32), d.Var(1, 32), d.Var(2, 32)
	fused := bv.Apply(d, bv.FMA(bv.F32), x, y, z)
	if want := d.Float(bv.FAdd, bv.F32, z, d.Float(bv.FMul, bv.F32, y, x)); fused != want {
		t.Error("a fused product is no operand")
	}
	if bv.Apply(d, bv.FMA(bv.F32), x, z, y) == fused {
		t.Error("other factors give the same term")
	}
	if !d.regroup {
		t.Error("nothing says that products are fused")
	}
}

// TestNeutral: zeros of a sum and factors of one change nothing, and a product with zero is not neutral.
func TestNeutral(t *testing.T) {
	d := newTerms(term.Strategy{})
	x := d.Var(0, 32)
	zero, minus, one := d.Const(32, 0), d.Const(32, 1<<31), d.Const(32, 0x3f800000)
	if d.Float(bv.FAdd, bv.F32, x, minus) != x || d.zeros {
		t.Error("-0 changes a sum")
	}
	if d.Float(bv.FAdd, bv.F32, zero, x) != x || !d.zeros {
		t.Error("+0 changes a sum, or nothing says so")
	}
	if d.Float(bv.FMul, bv.F32, one, x) != x || d.Float(bv.FMul, bv.F32, zero, x) == x {
		t.Error("factors of a product")
	}
}
