package term

import (
	"math/rand/v2"
	"testing"

	"github.com/shflgen/shflgen/internal/prover/bv"
)

// TestDifferInOperands adds elements in orders that are drawn. Sums differ if an element is missing, taken twice or
// chosen by another bit of the mask, and if there is a number beside them, also one that others take back.
func TestDifferInOperands(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for range 200 {
		d := New(Strategy{})
		add := func(a, b bv.Value) bv.Value { return d.Float(bv.FAdd, bv.F32, a, b) }
		zero := d.Const(32, 1<<31)
		elements := func(n int) (all []bv.Value) {
			for i := range n {
				all = append(all, d.Select(d.MaskBits(i, 1), d.Var(i, 32), zero))
			}
			return all
		}
		sum := func(all []bv.Value) bv.Value {
			for len(all) > 1 {
				rng.Shuffle(len(all), func(i, j int) { all[i], all[j] = all[j], all[i] })
				all = append(all[2:], add(all[0], all[1]))
			}
			return all[0]
		}
		n := 3 + rng.IntN(8)
		want := sum(elements(n))
		if g := d.DifferInOperands(bv.F32, want, sum(elements(n))); g != False {
			t.Fatalf("two orders of %d elements differ", n)
		}
		k := rng.IntN(n)
		one := d.Const(32, 0x3f800000)
		for name, change := range map[string]func(all []bv.Value) []bv.Value{
			"missing":    func(all []bv.Value) []bv.Value { return append(all[:k], all[k+1:]...) },
			"twice":      func(all []bv.Value) []bv.Value { return append(all, all[k]) },
			"of no mask": func(all []bv.Value) []bv.Value { all[k] = d.Var(k, 32); return all },
			"of another mask": func(all []bv.Value) []bv.Value {
				all[k] = d.Select(d.MaskBits(n, 1), d.Var(k, 32), zero)
				return all
			},
			"+0":       func(all []bv.Value) []bv.Value { return append(all, d.Const(32, 0)) },
			"1 and -1": func(all []bv.Value) []bv.Value { return append(all, one, d.Const(32, 0xbf800000)) },
			"negative": func(all []bv.Value) []bv.Value { all[k] = d.Int(bv.Xor, all[k], zero); return all },
		} {
			if g := d.DifferInOperands(bv.F32, want, sum(change(elements(n)))); g == False {
				t.Errorf("%s: %d elements and those do not differ", name, n)
			}
		}
	}
}
