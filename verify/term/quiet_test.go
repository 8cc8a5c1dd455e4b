package term

import (
	"testing"

	"github.com/shflgen/shflgen/verify/bv"
)

// A sum with the identity leaves every number of its format as it is, but not the
// numbers of another format of which the bits are a NaN's here.
func TestQuietInItsFormat(t *testing.T) {
	d := New()
	x := d.Var(0, 16)
	m := d.GuardOf(d.Bit(0))
	absent := d.Const(16, 0x8000)
	here := bv.F16
	left := d.Float(bv.FAdd, here, x, absent)
	chosen := d.Float(bv.FAdd, here, d.Select(m, x, absent), absent)
	for _, f := range []bv.Format{bv.F16, bv.BF16} {
		for name, p := range map[string][2]bv.Value{
			"a sum with the identity":             {left, x},
			"a choice of it":                      {chosen, d.Select(m, x, absent)},
			"as an operand":                       {d.Float(bv.FMul, f, left, x), d.Float(bv.FMul, f, x, x)},
			"as an operand of a minimum":          {d.Float(bv.FMinNaN, f, left, d.Var(1, 16)), d.Float(bv.FMinNaN, f, x, d.Var(1, 16))},
			"converted":                           {d.Convert(f, bv.F32, d.Convert(bv.F32, f, left)), x},
			"compared":                            {d.Select(d.Float(bv.FLt, f, left, absent), x, absent), d.Select(d.Float(bv.FLt, f, x, absent), x, absent)},
			"an element that may be there, alike": {d.Float(bv.FAdd, f, d.Select(m, left, absent), d.Var(1, 16)), d.Select(m, d.Float(bv.FAdd, f, x, d.Var(1, 16)), d.Var(1, 16))},
		} {
			if same := d.Differ(p[0], p[1], &f) == False; same != (f == here) {
				t.Errorf("%s, taken as format %d: the same: %v", name, f, same)
			}
		}
	}
}

// An op of one format that leaves the numbers of its own as they are may change what
// an op of another, or of integers, gave.
func TestQuietOfOthers(t *testing.T) {
	d := New()
	x, y := d.Var(0, 16), d.Var(1, 16)
	absent := d.Const(16, 0x8000)
	for name, of := range map[string]bv.Value{
		"left by another": d.Float(bv.FAdd, bv.BF16, x, absent),
		"a sum":           d.Float(bv.FAdd, bv.BF16, x, y),
		"a minimum":       d.Float(bv.FMin, bv.BF16, x, y),
		"converted":       d.Convert(bv.BF16, bv.F32, d.Var(2, 32)),
		"of integers":     d.Int(bv.Mul, x, y),
	} {
		got, f := d.Float(bv.FAdd, bv.F16, of, absent), bv.BF16
		if d.Differ(got, of, &f) == False {
			t.Errorf("%s: taken for the same", name)
		}
		if f = bv.F16; d.Differ(got, of, &f) != False {
			t.Errorf("%s: not the same in the format of the op", name)
		}
	}
}
