package term

import (
	"math/rand/v2"
	"testing"

	"github.com/shflgen/shflgen/internal/prover/bv"
)

// TestUpperSum: the upper bits of a sum are the sum of upper bits where the lower ones carry nothing up, whatever
// factors move up; and of no other sum. Every term is what numbers give.
func TestUpperSum(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 16))
	for range 2000 {
		d, n := New(Strategy{}), bv.Numbers{}
		x := []uint64{rng.Uint64() & 0xffff, rng.Uint64() & 0xffff, rng.Uint64() & 0xffff, rng.Uint64() & 0xffff}
		sum, number := d.Const(32, 0), n.Const(32, 0)
		for range 1 + rng.IntN(3) {
			lo, hi := rng.IntN(4), rng.IntN(4)
			word, w := d.Concat(d.Var(lo, 16), d.Var(hi, 16)), n.Const(32, x[lo]|x[hi]<<16)
			if rng.IntN(2) == 0 {
				word, w = d.Concat(d.Const(16, 0), d.Var(hi, 16)), n.Const(32, x[hi]<<16)
			}
			by := []uint64{1, 1 << 16, 1 + 1<<16, 1 + 5<<16, 2 + 1<<16, 3}[rng.IntN(6)]
			sum, number = d.Int(bv.Add, sum, d.Int(bv.Mul, word, d.Const(32, by))), n.Int(bv.Add, number,
				n.Int(bv.Mul, w, n.Const(32, by)))
		}
		in := Input{Mask: func(int) bool { return false }, Element: func(i int) uint64 { return x[i] }}
		want, _ := n.Known(n.Extract(number, 16, 16))
		if got := d.Eval(d.Extract(sum, 16, 16), in); got != want {
			t.Fatalf("%#x of %#x, want %#x", got, x, want)
		}
	}
	d := New(Strategy{})
	v := func(i int) bv.Value { return d.Var(i, 16) }
	twice := func(a, b bv.Value) bv.Value { return d.Int(bv.Mul, d.Concat(a, b), d.Const(32, 1+1<<16)) }
	upper := func(a bv.Value) bv.Value { return d.Extract(a, 16, 16) }
	add := func(a, b bv.Value) bv.Value { return d.Int(bv.Add, a, b) }
	above := d.Concat(d.Const(16, 0), v(2))
	if got := upper(add(twice(v(0), v(1)), above)); got != add(add(v(0), v(1)), v(2)) {
		t.Error("the sum of two halves by a product and of a third is not seen")
	}
	if got := upper(add(twice(v(0), v(1)), twice(v(2), v(3)))); got == add(add(v(0), v(1)), add(v(2), v(3))) {
		t.Error("a carry out of two lower halves is lost")
	}
	if got := upper(add(twice(v(0), v(1)), d.Concat(v(2), d.Const(16, 0)))); got == add(v(0), v(1)) {
		t.Error("a carry out of a lower half is lost")
	}
}
