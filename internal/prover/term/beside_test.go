package term

import (
	"testing"

	"github.com/shflgen/shflgen/internal/prover/bv"
)

// TestBesideNumbers: a minimum of an element and numbers, in which the element's
// NaN wins, is known by a test for that NaN alone; beside another element or a NaN
// it is not.
func TestBesideNumbers(t *testing.T) {
	inf, nan := uint64(0x7f800000), uint64(0x7fc00000)
	for _, tt := range []struct {
		name  string
		other func(d *Domain) bv.Value
		same  bool
	}{
		{"a number", func(d *Domain) bv.Value { return d.Const(32, inf) }, true},
		{"another number", func(d *Domain) bv.Value { return d.Const(32, 0x40000000) }, true},
		{"an element", func(d *Domain) bv.Value { return d.Var(1, 32) }, false},
		{"a NaN", func(d *Domain) bv.Value { return d.Const(32, nan) }, false},
	} {
		d, f := New(Strategy{}), bv.F32
		x, y := d.Var(0, 32), tt.other(d)
		isNaN := d.Float(bv.FUnordered, f, x, x)
		got := d.Select(isNaN, x, d.Float(bv.FMin, f, x, y))
		if same := d.Differ(d.Float(bv.FMinNaN, f, x, y), got, &f) == False; same != tt.same {
			t.Errorf("%s: the same: %v", tt.name, same)
		}
	}
}

// TestLeastOfMasks: the bits in which x and the greatest number differ, taken where x
// is below it, make x of that number; not so with the sides exchanged.
func TestLeastOfMasks(t *testing.T) {
	for _, tt := range []struct {
		name  string
		k     uint64
		below bool
		same  bool
	}{
		{"least", 0xffff, true, true},
		{"greatest", 0xffff, false, false},
		{"of another number", 0x7fff, true, false},
	} {
		d := New(Strategy{})
		x, k := bv.Value(d.Var(0, 16)), d.Const(16, tt.k)
		a, b := x, bv.Value(k)
		if !tt.below {
			a, b = b, a
		}
		got := d.Int(bv.Xor, d.Select(d.Int(bv.ULt, a, b), d.Int(bv.Xor, x, k), d.Const(16, 0)), k)
		if same := d.Differ(got, x, nil) == False; same != tt.same {
			t.Errorf("%s: the same: %v", tt.name, same)
		}
	}
}
