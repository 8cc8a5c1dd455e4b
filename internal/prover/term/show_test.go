package term

import (
	"strings"
	"testing"

	"github.com/shflgen/shflgen/internal/prover/bv"
)

// TestDifference: the smallest parts that differ are said, on a mask on which they do.
func TestDifference(t *testing.T) {
	d := New(Strategy{})
	x := func(i int) bv.Value { return d.Select(d.GuardOf(d.Bit(i)), d.Var(i, 32), d.Const(32, 0)) }
	sum := d.Int(bv.Add, x(0), x(1))
	for _, tt := range []struct {
		got, want bv.Value
		text      string
	}{
		{d.Int(bv.Add, sum, x(2)), d.Int(bv.Add, sum, x(3)), "on mask 0xf it has v[2] where the spec has v[3]"},
		{d.Int(bv.UMin, x(0), x(1)), d.Int(bv.UMax, x(0), x(1)),
			"on mask 0x3 it has umin(v[0], v[1]) where the spec has umax(v[0], v[1])"},
		{d.Not(d.Int(bv.Mul, x(0), x(1))), d.Not(d.Int(bv.And, x(0), x(1))),
			"on mask 0x3 it has (v[0] * v[1]) where the spec has (v[0] & v[1])"},
		{d.Int(bv.Add, sum, d.Int(bv.Add, x(2), x(3))), d.Int(bv.Add, sum, x(4)),
			"on mask 0xf it has (v[2] + v[3]) where the spec has no operand more"},
		{sum, d.Int(bv.Add, sum, d.Int(bv.Add, x(2), x(3))),
			"on mask 0xf it has no operand more where the spec has (v[2] + v[3])"},
		{d.Float(bv.FAdd, bv.F32, x(0), d.Float(bv.FMul, bv.F32, x(1), x(2))),
			d.Float(bv.FAdd, bv.F32, x(0), d.Float(bv.FMul, bv.F32, x(1), x(3))),
			"on mask 0xf it has v[2] where the spec has v[3]"},
		{d.Float(bv.FAdd, bv.F32, x(0), x(1)), d.Float(bv.FAdd, bv.F32, x(2), x(3)),
			"on mask 0x3 it has (v[0] + v[1]) where the spec has 0x0"},
	} {
		where := d.Differ(tt.got, tt.want, nil)
		if text := d.Difference(where, tt.got, tt.want, true); text != tt.text {
			t.Errorf("got %q, want %q", text, tt.text)
		}
	}
	if text := d.Difference(False, sum, sum, true); text != "" {
		t.Errorf("equal terms: %q", text)
	}
	long := sum
	for i := range 40 {
		long = d.Int(bv.Mul, long, d.Int(bv.Xor, x(i%8), d.Const(32, uint64(i+2))))
	}
	if text := d.Difference(True, long, sum, true); len(text) > 3*maxShown || !strings.Contains(text, "…") {
		t.Errorf("%d bytes: %s", len(text), text)
	}
}

// TestDifferenceOfShared: parts that terms share are looked at once.
func TestDifferenceOfShared(t *testing.T) {
	d := New(Strategy{})
	twice := func(x bv.Value) bv.Value {
		for range 64 {
			x = d.Float(bv.FAdd, bv.F32, x, x)
		}
		return x
	}
	got, want := d.Float(bv.FMul, bv.F32, twice(d.Var(0, 32)), d.Var(1, 32)), d.Float(bv.FMul, bv.F32, twice(d.Var(0, 32)),
		d.Var(2, 32))
	if text := d.Difference(True, got, want, false); text != "it has v[1] where the spec has v[2]" {
		t.Errorf("got %q", text)
	}
}
