package term

import (
	"math/rand/v2"
	"testing"

	"github.com/shflgen/shflgen/internal/prover/bv"
)

// TestMergesAgainstInputs: terms of random networks that merge runs, and of networks that do not, are
// one term only if they are equal on every input of two values.
func TestMergesAgainstInputs(t *testing.T) {
	const operands, inputs = 6, 1 << 6
	rng := rand.New(rand.NewPCG(5, 6))
	equal := 0
	for range 400 {
		d := New(Strategy{Merges: true})
		first := map[bv.Value]uint64{} // by term, the inputs on which it is 1
		var x []bv.Value
		var on []uint64
		for i := range operands {
			x = append(x, d.Var(i, 32))
			ones := uint64(0)
			for in := range inputs {
				ones |= uint64(in>>i&1) << in
			}
			on = append(on, ones)
			first[x[i]] = ones
		}
		for range 24 {
			i, j := rng.IntN(len(x)), rng.IntN(len(x))
			low, high := d.Int(bv.UMin, x[i], x[j]), d.Int(bv.UMax, x[i], x[j])
			for _, made := range []struct {
				v    bv.Value
				ones uint64
			}{{low, on[i] & on[j]}, {high, on[i] | on[j]}} {
				if was, ok := first[made.v]; ok && was != made.ones {
					t.Fatalf("one term for two functions: %064b and %064b", was, made.ones)
				} else if ok && i != j {
					equal++
				}
				first[made.v] = made.ones
			}
			if rng.IntN(3) > 0 { // as a network does
				x[i], on[i], x[j], on[j] = low, on[i]&on[j], high, on[i]|on[j]
			} else {
				x, on = append(x, low, high), append(on, on[i]&on[j], on[i]|on[j])
			}
		}
	}
	if equal < 100 {
		t.Errorf("%d terms were found equal: the test says little", equal)
	}
}
