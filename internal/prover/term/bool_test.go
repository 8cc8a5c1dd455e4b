package term

import (
	"testing"

	"github.com/shflgen/shflgen/internal/prover/bv"
)

// TestBoolOfABit: 1 or 0 by a bit of an element is the bit, widened; the other way round it is the complement.
func TestBoolOfABit(t *testing.T) {
	d := New(Strategy{})
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

// TestBoolsOfCalls: bools that calls give are the same where the calls have the same arguments, and no more.
func TestBoolsOfCalls(t *testing.T) {
	d := New(Strategy{})
	f := &bv.Fn{Name: "f", Bits: 8, Of: []bv.Format{bv.NoFormat}, Gives: bv.NoFormat, Bool: true,
		Eval: func(args []uint64) uint64 { return args[0] & 1 }}
	other := &bv.Fn{Name: "g", Bits: 8, Of: f.Of, Gives: bv.NoFormat, Bool: true, Eval: f.Eval}
	there := d.MaskBits(0, 1)
	x, y, z := d.Var(0, 32), d.Var(1, 32), d.Var(2, 32)
	of := func(f *bv.Fn, elsewhere bv.Value) bv.Value { return bv.Apply(d, f, d.Select(there, x, elsewhere)) }
	g, _ := d.AsGuard(there)
	for _, c := range []struct {
		what string
		a, b bv.Value
		want Guard
	}{
		{"other arguments elsewhere", of(f, y), of(f, z), d.not(g)},
		{"calls of calls", bv.Apply(d, f, d.Extend(of(f, y), 32, false)), bv.Apply(d, f, d.Extend(of(f, z), 32, false)),
			d.not(g)},
		{"another function", of(f, y), of(other, z), True},
		{"another bit", of(f, y), d.Extend(d.Extract(d.Apply(f, []bv.Value{d.Select(there, x, z)}), 1, 1), 8, false), True},
	} {
		if got := d.Differ(c.a, c.b, nil); got != c.want {
			t.Errorf("%s: may differ where %v, want %v", c.what, got, c.want)
		}
	}
}
