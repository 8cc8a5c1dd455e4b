package term

import (
	"testing"

	"github.com/shflgen/shflgen/internal/prover/bv"
)

// TestAnyWithRest: what a number of 8 bits leaves is one of the values that stand for it, whatever the
// number, and none of them is out of range; by another divisor nothing is known.
func TestAnyWithRest(t *testing.T) {
	const w, first = 8, 40
	for n := uint64(2); n < 64; n++ {
		d := New(Strategy{Divisor: n})
		other := d.AnyWithRest(0, first, w)
		x := d.AnyWithRest(1, first, w)
		rest, ok := bv.RestOf(d, x, n)
		if !ok || x == other {
			t.Fatalf("%d: no rest, or that of another number", n)
		}
		if same, _ := bv.RestOf(d, other, n); same == rest {
			t.Fatalf("%d: two numbers leave the same", n)
		}
		if _, ok := bv.RestOf(d, x, n+1); ok {
			t.Errorf("%d: a rest by %d", n, n+1)
		}
		left := map[int8]bool{}
		for bits := range 1 << bitsOfRest {
			at := func(bit int) bool { return bit >= first+bitsOfRest && bits>>(bit-first-bitsOfRest)&1 == 1 }
			r := int8(d.Eval(rest, Input{Mask: at, Element: func(int) uint64 { return 0 }}))
			if int(r) <= -int(n) || int(r) >= int(n) {
				t.Fatalf("%d leaves %d", n, r)
			}
			left[r] = true
		}
		for v := -128; v < 128; v++ {
			if r := int8(v % int(n)); !left[r] {
				t.Fatalf("%d by %d leaves %d, which is no value of the rest", v, n, r)
			}
		}
	}
}
