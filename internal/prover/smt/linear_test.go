package smt

import (
	"testing"

	"github.com/shflgen/shflgen/internal/prover/bv"
)

// TestSumsWrap: a product with a bound that wraps has no narrower form.
func TestSumsWrap(t *testing.T) {
	const odd = 1<<30 - 1
	// the fourth times odd is little above 2^64
	for _, most := range []uint64{3, 1<<34 - 1, 1 << 34, ^uint64(0)/odd + 1, 1 << 40} {
		for _, times := range []uint64{3, odd, 1 << 30, 1<<30 + 1, 1 << 63, ^uint64(0)} {
			for _, plus := range []uint64{0, 7, 1 << 62, ^uint64(6)} {
				d := New()
				d.Linear()
				x := d.Int(bv.UMin, d.Var("x", 0, 64), d.Const(64, most))
				sum := d.Int(bv.Add, d.Int(bv.Mul, x, d.Const(64, times)), d.Const(64, plus)).(*Term)
				inputs := []Input{{"x": 0}, {"x": 1}, {"x": most / 2}, {"x": most}, {"x": ^uint64(0)}}
				s := &sweep{d: d, inputs: inputs, values: map[*Term][]uint64{}}
				for i, got := range s.of(sum) {
					if want := min(inputs[i]["x"], most)*times + plus; got != want {
						t.Errorf("min(%#x, %#x) * %#x + %#x is %#x, want %#x", inputs[i]["x"], most, times, plus, got, want)
					}
				}
			}
		}
	}
}
