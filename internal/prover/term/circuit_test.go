package term

import (
	"math/rand/v2"
	"testing"

	"github.com/shflgen/shflgen/internal/prover/bv"
)

// Each identity has a sibling that is wrong in one place.
func TestBitwiseIdentities(t *testing.T) {
	d := New(Strategy{})
	a, b := d.Var(0, 16), d.Var(1, 16)
	choice := func(x, y bv.Value) bv.Value { return d.Select(d.GuardOf(d.Bit(0)), x, y) }
	zero := d.Const(16, 0)
	x, y := bv.Value(a), bv.Value(b)
	c := choice(x, y)
	and := func(x, y bv.Value) bv.Value { return d.Int(bv.And, x, y) }
	or := func(x, y bv.Value) bv.Value { return d.Int(bv.Or, x, y) }
	xor := func(x, y bv.Value) bv.Value { return d.Int(bv.Xor, x, y) }
	add := func(x, y bv.Value) bv.Value { return d.Int(bv.Add, x, y) }
	sub := func(x, y bv.Value) bv.Value { return d.Int(bv.Sub, x, y) }
	for _, test := range []struct {
		name               string
		left, right, wrong bv.Value
	}{
		{"or as xor", xor(x, and(y, d.Not(x))), or(x, y), xor(x, y)},
		{"or as a sum", add(and(x, d.Not(y)), y), or(x, y), add(x, y)},
		{"xor as a difference", sub(or(x, y), and(x, y)), xor(x, y), sub(x, y)},
		{"a difference that borrows", sub(or(x, y), x), and(y, d.Not(x)), xor(x, y)},
		{"De Morgan", d.Not(and(d.Not(x), d.Not(y))), or(x, y), and(x, y)},
		{"a choice of equal ones", d.Select(d.Int(bv.Eq, x, y), x, y), y, x},
		{"a choice of others", d.Select(d.Int(bv.Eq, x, y), and(x, y), y), d.Select(d.Int(bv.Eq, y, x), and(x, y), y), y},
		{"absorption", or(x, and(x, y)), x, y},
		{"or as xor, where chosen", xor(x, choice(and(y, d.Not(x)), zero)), choice(or(x, y), x), choice(or(x, y), y)},
		{"of a choice", or(c, and(x, d.Not(c))), or(c, x), or(x, y)},
		{"in parts", d.Concat(d.Extract(or(x, and(x, y)), 0, 8), d.Extract(or(x, and(x, y)), 8, 8)), x,
			d.Concat(d.Extract(x, 0, 8), d.Extract(y, 8, 8))},
		{"widened", d.Extend(or(x, and(x, y)), 32, true), d.Extend(x, 32, true), d.Extend(x, 32, false)},
	} {
		if d.Differ(test.left, test.right, nil) != False {
			t.Errorf("%s: may differ", test.name)
		}
		if d.Differ(test.left, test.wrong, nil) == False {
			t.Errorf("%s: its wrong sibling passes for the same", test.name)
		}
	}
	// The bits of a float result are not to be reasoned about.
	f := d.Float(bv.FAdd, bv.F32, d.Var(2, 32), d.Var(3, 32))
	if d.sameBits(f.(*Term), f.(*Term)) {
		t.Error("a NaN has the bits of another")
	}
}

// Random terms of bitwise operations pass for the same just if they are, which
// all combinations of bits tell.
func TestBitwiseIsDecided(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	same := 0
	for range 3000 {
		d := New(Strategy{})
		all := []bv.Value{d.Var(0, 8), d.Var(1, 8), d.Const(8, 0xff), d.Const(8, 0)}
		for range 9 {
			pick := func() bv.Value { return all[rng.IntN(len(all))] }
			switch a, b := pick(), pick(); rng.IntN(5) {
			case 0:
				all = append(all, d.Not(a))
			case 1:
				all = append(all, d.Select(d.GuardOf(d.Bit(rng.IntN(2))), a, b))
			default:
				all = append(all, d.Int([]bv.IntOp{bv.And, bv.Or, bv.Xor}[rng.IntN(3)], a, b))
			}
		}
		a, b := all[len(all)-1], all[len(all)-2]
		want := true
		for m := range 4 {
			in := Input{Mask: func(i int) bool { return m>>i&1 == 1 }, Element: func(i int) uint64 {
				return []uint64{0x33, 0x55}[i]
			}}
			want = want && d.Eval(a, in) == d.Eval(b, in)
		}
		if got := d.Differ(a, b, nil) == False; got != want {
			t.Fatalf("the same: %v, want %v", got, want)
		}
		if want && a != b {
			same++
		}
	}
	if same < 10 {
		t.Errorf("only %d pairs of different terms are the same", same)
	}
}
