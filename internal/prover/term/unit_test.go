package term

import (
	"testing"

	"github.com/shflgen/shflgen/internal/prover/bv"
)

// TestUnit: where the mask makes an operand the identity, a call is the other operand, and the call
// of present elements where both are there. Of another number than the identity nothing is known.
func TestUnit(t *testing.T) {
	d := New(Strategy{})
	fn := func(k int) *bv.Fn {
		names := []string{"unit.first", "unit.second"}
		return &bv.Fn{
			Name: names[k], Bits: 32, Of: []bv.Format{bv.NoFormat, bv.NoFormat, bv.NoFormat, bv.NoFormat}, Gives: bv.NoFormat,
			Operand: 2, Identity: []uint64{7, 9}, Leaf: k, Eval: func(x []uint64) uint64 { return x[k] ^ x[2+k] },
		}
	}
	f, g := fn(0), fn(1)
	mask := d.MaskBits(0, 32)
	member := func(i int) bv.Value { return d.Extract(mask, i, 1) }
	a, b, x, y := d.Var(0, 32), d.Var(1, 32), d.Var(2, 32), d.Var(3, 32)
	there := func(i int, v bv.Value, id uint64) bv.Value { return d.Select(member(i), v, d.Const(32, id)) }
	of := func(f *bv.Fn, id1, id2 uint64) bv.Value {
		return bv.Apply(d, f, there(0, a, id1), there(0, b, id2), there(1, x, id1), there(1, y, id2))
	}
	want := func(f *bv.Fn, left, right bv.Value, id uint64) bv.Value {
		both := bv.Apply(d, f, a, b, x, y)
		return d.Select(member(0), d.Select(member(1), both, left), d.Select(member(1), right, d.Const(32, id)))
	}
	for _, c := range []struct {
		what      string
		same      bool
		got, want bv.Value
	}{
		{"the first leaf", true, of(f, 7, 9), want(f, a, x, 7)},
		{"the second leaf", true, of(g, 7, 9), want(g, b, y, 9)},
		{"the other leaf", false, of(f, 7, 9), want(f, b, y, 9)},
		{"operands exchanged", false, of(f, 7, 9), want(f, x, a, 7)},
		{"one leaf of another identity", false, of(f, 7, 8), want(f, a, x, 7)},
		{"leaves exchanged", false, of(f, 9, 7), want(f, a, x, 7)},
	} {
		if differ := d.Differ(c.got, c.want, nil) != False; differ == c.same {
			t.Errorf("%s: equal %t, want %t", c.what, !differ, c.same)
		}
	}
}
