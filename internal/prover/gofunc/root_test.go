package gofunc

import (
	"math"
	"math/big"
	"math/rand/v2"
	"testing"

	"github.com/shflgen/shflgen/tests/extent"
)

// TestNarrowRoot: rounding the root of a float32 to float64 first changes nothing. The exact root is
// that of package big, of 200 bits.
func TestNarrowRoot(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for range extent.Rounds(100_000) {
		x := math.Float32frombits(r.Uint32() >> 1)
		if x != x || math.IsInf(float64(x), 0) {
			continue
		}
		want, _ := new(big.Float).SetPrec(200).Sqrt(big.NewFloat(float64(x)).SetPrec(200)).Float32()
		if got := float32(math.Sqrt(float64(x))); got != want {
			t.Fatalf("root of %v: %v, want %v", x, got, want)
		}
	}
}
