package term

import (
	"testing"

	"github.com/shflgen/shflgen/internal/prover/bv"
)

// TestChosenTwice: a choice within a choice by the same condition is the outer one's, and by another it stays.
func TestChosenTwice(t *testing.T) {
	d := New(Strategy{})
	x, y, a, b, c := d.Var(0, 32), d.Var(1, 32), d.Var(2, 32), d.Var(3, 32), d.Var(4, 32)
	if_, other := d.Int(bv.ULt, x, y), d.Int(bv.ULt, y, x)
	want := d.Select(if_, a, c)
	if got := d.Select(if_, a, d.Select(if_, b, c)); got != want {
		t.Errorf("in the second place: %v", got)
	}
	if got := d.Select(if_, d.Select(if_, a, b), c); got != want {
		t.Errorf("in the first place: %v", got)
	}
	for what, got := range map[string]bv.Value{
		"another condition":          d.Select(if_, a, d.Select(other, b, c)),
		"what is chosen elsewhere":   d.Select(if_, a, d.Select(if_, c, b)),
		"what the first leaves out":  d.Select(if_, d.Select(if_, b, a), c),
		"the other condition, first": d.Select(if_, d.Select(other, a, b), c),
	} {
		if got == want {
			t.Errorf("%s passes for one choice", what)
		}
	}
}

// TestKeyOfProduct: the key of a half by 1 is that of the half; by -1, of another half and of a NaN it is not.
func TestKeyOfProduct(t *testing.T) {
	for _, f := range []bv.Format{bv.F16, bv.BF16, bv.F32} {
		d := New(Strategy{CanonicalNaN: true})
		x, y := d.Var(0, f.Bits()), d.Var(1, f.Bits())
		lost := uint64(1) << (f.Bits() - 1)
		wide, of := bv.Value(x), f
		if f != bv.F32 {
			wide, of = d.Convert(bv.F32, f, x), bv.F32
		}
		isNaN := IsNaN(d, of, wide)
		key := func(of bv.Value) bv.Value { return d.Select(isNaN, d.Const(f.Bits(), lost), Unkey(d, f, of)) }
		want := d.elementKey(f, x, lost)
		if got := key(d.Product(f, x, false)); got != want {
			t.Errorf("%v: the key of a product is %v", f, got)
		}
		if key(d.Product(f, x, true)) == want || key(d.Product(f, y, false)) == want {
			t.Errorf("%v: another product's key passes for it", f)
		}
		if d.Select(isNaN, d.Const(f.Bits(), lost), d.Product(f, x, false)) == want ||
			d.Select(d.Not(isNaN), d.Const(f.Bits(), lost), Unkey(d, f, d.Product(f, x, false))) == want {
			t.Errorf("%v: what is no key passes for one", f)
		}
	}
}
