package bv

import (
	"math/rand/v2"
	"testing"

	"github.com/shflgen/shflgen/tests/extent"
)

// unknown are numbers that the functions of this package take for unknowns: none is known.
type unknown struct{ Numbers }

// Known gives no number but of constants.
func (unknown) Known(Value) (uint64, bool) { return 0, false }

// TestLongDivision holds divisions bit by bit against those of numbers, and shifts by a count that is not known against
// those by a number.
func TestLongDivision(t *testing.T) {
	n, d := Numbers{}, unknown{}
	rng := rand.New(rand.NewPCG(1, 2))
	number := func(v Value) uint64 { x, _ := n.Known(v); return x }
	for range extent.Rounds(6000) {
		f := Division{Signed: rng.IntN(2) == 0, Remainder: rng.IntN(2) == 0, Bits: 32 << rng.IntN(2)}
		keep := ^uint64(0) >> (64 - f.Bits)
		x, by := rng.Uint64()>>rng.IntN(64)&keep, (1+rng.Uint64()>>rng.IntN(64))&keep
		if rng.IntN(2) == 0 {
			x = -x & keep
		}
		if rng.IntN(3) == 0 {
			by = -by & keep
		}
		if by == 0 {
			continue
		}
		got := number(LongDivision(d, f, d.Const(f.Bits, x), d.Const(f.Bits, by), func() {}))
		if want := Divide(f).Value([]uint64{x, by}); got != want {
			t.Fatalf("%+v: %#x by %#x: %#x, want %#x", f, x, by, got, want)
		}
		count := rng.Uint64() >> (32 + rng.IntN(32))
		for _, how := range []ShiftOp{Left, Right, RightSigned} {
			v := n.Const(f.Bits, x)
			got := Shift(d, how, v, n.Const(32, count))
			if want := ShiftBy(n, how, v, int(min(count, uint64(f.Bits)))); got != want {
				t.Fatalf("%d: %#x by %d: %v, want %v", how, x, count, got, want)
			}
		}
	}
}
