package term

import (
	"math/rand/v2"
	"testing"

	"github.com/shflgen/shflgen/internal/prover/bv"
	"github.com/shflgen/shflgen/tests/extent"
)

// TestReciprocal holds products by reciprocals against plain ones, on numbers, for the
// factors by which compilers divide by 3 to 31.
func TestReciprocal(t *testing.T) {
	n := bv.Numbers{}
	rng := rand.New(rand.NewPCG(1, 2))
	found, tries := 0, extent.Pick(6, 25)
	if extent.Of() == extent.Quick {
		tries = 2
	}
	for divisor := uint64(3); divisor < 32; divisor++ {
		for shift := 32; shift < 38; shift++ {
			up := (uint64(1)<<shift + divisor - 1) / divisor
			for _, factor := range []uint64{up, up - 1, up - 1<<32} {
				r, ok := reciprocalOf(factor)
				if !ok {
					continue
				}
				found++
				for range tries {
					x := rng.Uint64()
					switch rng.IntN(3) {
					case 0:
						x = uint64(int64(int32(x)))
					case 1:
						x = uint64(uint32(x))
					}
					got, _ := n.Known(product(n, n.Const(64, x), r, factor))
					if want := x * factor; got != want {
						t.Fatalf("%#x by %#x: %#x, want %#x", x, factor, got, want)
					}
				}
			}
		}
	}
	if found < 150 {
		t.Errorf("%d factors are reciprocals", found)
	}
}
