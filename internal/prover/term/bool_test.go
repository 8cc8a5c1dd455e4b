package term

import (
	"testing"

	"github.com/shflgen/shflgen/internal/prover/bv"
)

// TestBoolOfABit: 1 or 0 by a bit of an element is the bit, widened; the other way round it is the complement.
func TestBoolOfABit(t *testing.T) {
	d := New()
	x := d.Var(0, 8)
	bit := d.Extract(x, 0, 1)
	for _, w := range []int{8, 16, 32} {
		zero, one := d.Const(w, 0), d.Const(w, 1)
		widened := d.Extend(bit, w, false)
		if got := d.Select(bit, one, zero); got != widened {
			t.Errorf("%d bits: 1 or 0 is %v", w, got)
		}
		if got := d.Select(bit, zero, one); got != d.Extend(d.Not(bit), w, false) || got == widened {
			t.Errorf("%d bits: 0 or 1 is %v", w, got)
		}
		if d.Select(bit, d.Const(w, 2), zero) == widened || d.Select(bit, one, d.Const(w, 2)) == widened {
			t.Errorf("%d bits: a choice of other numbers passes for the bit", w)
		}
		if d.Select(bit, one, zero) != d.Int(bv.And, d.Extend(x, w, false), one) {
			t.Errorf("%d bits: the lowest bit alone is another term", w)
		}
	}
}
