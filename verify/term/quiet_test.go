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
