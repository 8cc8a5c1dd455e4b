package term

import (
	"testing"

	"github.com/shflgen/shflgen/internal/prover/bv"
)

// TestChosenByWords: of two keys above numbers, the words chosen one by one are those of the lesser, and with another
// number, or by another order, they are not.
func TestChosenByWords(t *testing.T) {
	d := New(Strategy{})
	x, y := d.Var(0, 32), d.Var(1, 32)
	key := func(v bv.Value, slot uint64) bv.Value { return d.Concat(d.Const(32, slot), v) }
	words := func(c bv.Value, a, b uint64) bv.Value {
		return d.Concat(d.Select(c, d.Const(32, a), d.Const(32, b)), d.Select(c, x, y))
	}
	for _, slots := range [][2]uint64{{4, 5}, {5, 4}, {0, 1}, {31, 0}, {62, 63}} {
		a, b := slots[0], slots[1]
		less := d.Int(bv.SLt, key(x, a), key(y, b))
		least := d.Int(bv.SMin, key(x, a), key(y, b))
		if got := words(less, a, b); got != least {
			t.Errorf("slots %d and %d: words of the lesser key are %v, not %v", a, b, got, least)
		}
		if words(less, b, a) == least {
			t.Errorf("slots %d and %d: the other's number passes for that of the lesser key", a, b)
		}
		if words(less, a, b+2) == least {
			t.Errorf("slots %d and %d: a third number passes for that of the lesser key", a, b)
		}
		if words(d.Int(bv.ULt, key(x, a), key(y, b)), a, b) == least {
			t.Errorf("slots %d and %d: the order without signs passes for that with them", a, b)
		}
	}
}
