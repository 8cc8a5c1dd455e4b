package check

import (
	"math/rand/v2"
	"testing"

	"github.com/shflgen/shflgen/internal/prover/bv"
)

// TestResidues holds residues of signed numbers against Go's remainder.
func TestResidues(t *testing.T) {
	d := bv.Numbers{}
	rng := rand.New(rand.NewPCG(1, 2))
	for m := 1; m <= 32; m++ {
		for range 40 {
			x := int32(rng.Uint32()) >> rng.IntN(32)
			for n, is := range residues(d, d.Const(32, uint64(uint32(x))), m) {
				got, _ := d.Known(is)
				if want := (int(x)%m+m)%m == n; (got == 1) != want {
					t.Fatalf("%d modulo %d is %d: %d, want %t", x, m, n, got, want)
				}
			}
		}
	}
}
