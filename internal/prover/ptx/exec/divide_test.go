package exec

import (
	"math/rand/v2"
	"testing"

	"github.com/shflgen/shflgen/internal/prover/bv"
)

// TestLongDivision holds division of guards against that of numbers, and shifts by what is
// not known against those by a number.
func TestLongDivision(t *testing.T) {
	n := bv.Numbers{}
	rng := rand.New(rand.NewPCG(1, 2))
	for _, ty := range []typ{{w: 32}, {w: 32, signed: true}, {w: 64}, {w: 64, signed: true}} {
		keep := ^uint64(0) >> (64 - ty.w)
		for range 3000 {
			x, by := rng.Uint64()>>rng.IntN(64)&keep, (1+rng.Uint64()>>rng.IntN(64))&keep
			if rng.IntN(2) == 0 {
				x = -x & keep
			}
			if rng.IntN(3) == 0 {
				by = -by & keep
			}
			if by == 0 || !ty.signed && by > 1<<(ty.w-1) {
				continue
			}
			for _, rem := range []bool{false, true} {
				got, _ := n.Known(longDivision(n, ty, n.Const(ty.w, x), by, rem))
				if want := quotient(ty, x, by, rem); got != want {
					t.Fatalf("%+v: %#x by %#x, rest %t: %#x, want %#x", ty, x, by, rem, got, want)
				}
			}
			count := rng.Uint64() >> (32 + rng.IntN(32))
			for _, direction := range []int{1, -1} {
				v := n.Const(ty.w, x)
				got := shiftBy(n, v, n.Const(32, count), direction, ty.signed)
				if want := shift(n, v, direction*int(min(count, uint64(ty.w))), ty.signed); got != want {
					t.Fatalf("%+v: %#x by %d: %v, want %v", ty, x, direction*int(count), got, want)
				}
			}
		}
	}
}
