package term

import (
	"math/rand/v2"
	"testing"

	"github.com/shflgen/shflgen/internal/prover/bv"
)

// TestLooker: what stands at the index of the greater of two is the greater one, and a choice of numbers of any sign is
// looked up as it is on numbers.
func TestLooker(t *testing.T) {
	d := New(Strategy{})
	element := func(n uint64) bv.Value { return d.Var(int(n&7), 32) }
	best, at := element(0), bv.Value(d.Const(32, 0))
	for n := uint64(1); n < 8; n++ {
		greater := d.Int(bv.SLt, best, element(n))
		best, at = d.Select(greater, element(n), best), d.Select(greater, d.Const(32, n), at)
	}
	if got := d.Looker(element)(at); got != best {
		t.Errorf("at the index stands %s, not %s", show(got.(*Term)), show(best.(*Term)))
	}

	rng := rand.New(rand.NewPCG(1, 2))
	negative := func(n uint64) bv.Value { return d.Const(64, n*n+1) }
	for range 500 {
		var choice bv.Value = d.Const(32, rng.Uint64N(1<<32)>>rng.IntN(32))
		for name := range 4 {
			bit := d.Int(bv.ULt, d.Var(name, 32), d.Const(32, 9))
			other := d.Extend(d.Const(8, rng.Uint64N(256)), 32, rng.IntN(2) == 0)
			choice = d.Select(bit, choice, other)
		}
		looked := d.Looker(negative)(choice)
		for x := range uint64(16) {
			in := Input{Element: func(name int) uint64 { return 5 + x>>name&1*9 }}
			n := d.Eval(choice, in)
			if got := d.Eval(looked, in); got != n*n+1 {
				t.Fatalf("at %d of %s stands %d", n, show(choice.(*Term)), got)
			}
		}
	}
}
