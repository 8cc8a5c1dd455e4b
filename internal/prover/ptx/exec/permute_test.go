package exec

import (
	"math/rand/v2"
	"testing"

	"github.com/shflgen/shflgen/internal/prover/bv"
)

// TestPermuteBy: a selector that is not known picks the bytes that a known one does (PTX ISA, prmt).
func TestPermuteBy(t *testing.T) {
	d, draw := bv.Numbers{}, rand.New(rand.NewPCG(1, 2))
	for range 1000 {
		both, by := draw.Uint64(), draw.Uint32()
		want := uint64(pick(uint32(both), uint32(both>>32), by))
		if got, _ := d.Known(permuteBy(d, d.Const(64, both), d.Const(32, uint64(by)))); got != want {
			t.Fatalf("bytes of %#x by %#x: %#x, want %#x", both, by, got, want)
		}
	}
}
