package smt

import (
	"testing"

	"github.com/shflgen/shflgen/internal/prover/bv"
)

// TestFloored: what the least value of a maximum decides is a number, and nothing else is.
func TestFloored(t *testing.T) {
	d := New()
	x := d.Var("x", 0, 8)
	top := d.Extend(d.Select(d.Int(bv.ULt, x, d.Const(8, 32)), d.Const(8, 32), x), 16, false)
	number := func(x uint64) bv.Value { return d.Const(16, x) }
	for _, tt := range []struct {
		name  string
		got   bv.Value
		known bool
		is    uint64
	}{
		{"31 < it", d.Int(bv.ULt, number(31), top), true, 1},
		{"32 < it", d.Int(bv.ULt, number(32), top), false, 0},
		{"it < 32", d.Int(bv.ULt, top, number(32)), true, 0},
		{"it < 33", d.Int(bv.ULt, top, number(33)), false, 0},
		{"it is 31", d.Int(bv.Eq, top, number(31)), true, 0},
		{"it is 32", d.Int(bv.Eq, top, number(32)), false, 0},
		{"the lesser of it and 32", d.Int(bv.UMin, top, number(32)), true, 32},
		{"the lesser of it and 33", d.Int(bv.UMin, top, number(33)), false, 0},
		{"31 < x", d.Int(bv.ULt, d.Const(8, 31), x), false, 0},
	} {
		if n, known := d.Known(tt.got); known != tt.known || n != tt.is && known {
			t.Errorf("%s: %d, known %v", tt.name, n, known)
		}
	}
}
