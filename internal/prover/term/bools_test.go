package term

import (
	"math/rand/v2"
	"testing"

	"github.com/shflgen/shflgen/internal/prover/bv"
)

// TestBools combines numbers that are 0 or 1: each result has the value of the operation, and those that are the same
// function of the bits are one term.
func TestBools(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	d, n := New(Strategy{Bools: true}), bv.Numbers{}
	zero, one := d.Const(32, 0), d.Const(32, 1)
	var bits []bv.Value
	for name := range 3 {
		bits = append(bits, d.Int(bv.Eq, d.Var(name, 32), zero))
	}
	made := []bv.Value{zero, one, d.Select(bits[0], zero, one), d.Extend(bits[1], 32, false), d.Select(bits[2], one, zero)}
	ops := []bv.IntOp{bv.Mul, bv.And, bv.SMin, bv.UMin, bv.Or, bv.SMax, bv.UMax, bv.ULt, bv.SLt, bv.Eq}
	for range 400 {
		a, b, code := made[rng.IntN(len(made))], made[rng.IntN(len(made))], ops[rng.IntN(len(ops))]
		got := d.Int(code, a, b)
		for x := range uint64(8) {
			in := Input{Element: func(name int) uint64 { return x >> name & 1 * 7 }}
			want, _ := n.Known(n.Int(code, n.Const(32, d.Eval(a, in)), n.Const(32, d.Eval(b, in))))
			if is := d.Eval(got, in); is != want {
				t.Fatalf("%d of %s and %s is %d, want %d", code, show(a.(*Term)), show(b.(*Term)), is, want)
			}
		}
		if got.Width() == 32 && len(made) < 60 {
			made = append(made, got)
		}
	}
	p, q := made[2], made[3]
	for _, alike := range [][]bv.IntOp{ops[:4], ops[4:7]} {
		for _, code := range alike {
			if got, want := d.Int(code, p, q), d.Int(alike[0], p, q); got != want {
				t.Errorf("%d is %s, not %s", code, show(got.(*Term)), show(want.(*Term)))
			}
		}
	}
}
