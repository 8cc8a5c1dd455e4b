package term

import (
	"testing"

	"github.com/shflgen/shflgen/internal/prover/bv"
)

// TestPayloadIsUnknown: no proof may rely on a bit of a NaN that arithmetic returns,
// however the NaN came about: of an element, of a number, or of an op's identity.
func TestPayloadIsUnknown(t *testing.T) {
	for f := bv.F16; f <= bv.F64; f++ {
		d, w := New(Strategy{}), f.Bits()
		x := bv.Value(d.Var(0, w))
		g := bv.Value(d.GuardOf(d.Bit(0)))
		one := d.Const(w, bv.Numbers{}.One(f))
		nan := func(payload uint64) bv.Value { return d.Const(w, bv.Infinity(f)|payload) }
		absent := d.Const(w, 1<<(w-1))
		for name, v := range map[string]bv.Value{
			"a sum with a NaN":              d.Float(bv.FAdd, f, nan(1), one),
			"a product with a NaN":          d.Float(bv.FMul, f, one, nan(3)),
			"a NaN and the identity":        d.Float(bv.FAdd, f, nan(1), absent),
			"a choice of NaN and identity":  d.Float(bv.FAdd, f, d.Select(g, nan(1), absent), d.Select(g, absent, nan(2))),
			"a min of NaNs":                 d.Float(bv.FMin, f, nan(1), nan(2)),
			"a max that is absent":          d.Float(bv.FMax, f, d.Select(g, nan(5), one), nan(2)),
			"a minimum with a NaN":          d.Float(bv.FMinNaN, f, nan(1), one),
			"neg of a NaN":                  bv.Negate(d, f, nan(1)),
			"abs of a NaN":                  bv.Absolute(d, f, nan(1)),
			"neg of an element":             bv.Negate(d, f, x),
			"neg twice":                     bv.Negate(d, f, bv.Negate(d, f, x)),
			"abs of an element":             bv.Absolute(d, f, x),
			"a min with a NaN":              d.Float(bv.FMin, f, x, nan(1)),
			"a min of elements, or nothing": d.Select(g, d.Float(bv.FMin, f, x, x), d.Float(bv.FMin, f, nan(1), nan(1))),
			"a minimum where NaN":           d.Float(bv.FMaxNaN, f, d.Select(g, nan(7), one), one),
		} {
			if !d.fromFloat(v.(*Term)) {
				t.Errorf("format %d: %s: its bits are known", f, name)
			}
			if !stops(func() { d.Int(bv.Eq, v, d.Int(bv.Add, d.Var(1, w), one)) }) {
				t.Errorf("format %d: %s: may be computed with as an integer", f, name)
			}
		}
	}
}

// TestPayloadOfWidened: the NaN of a number in another format is as unknown.
func TestPayloadOfWidened(t *testing.T) {
	d := New(Strategy{})
	for name, v := range map[string]bv.Value{
		"float32 of float16":  d.Convert(bv.F32, bv.F16, d.Const(16, 0x7c01)),
		"float16 of float32":  d.Convert(bv.F16, bv.F32, d.Const(32, 0x7fc00001)),
		"float32 of bfloat16": d.Convert(bv.F32, bv.BF16, d.Const(16, 0x7f81)),
		"float64 of float32":  d.Convert(bv.F64, bv.F32, d.Const(32, 0x7fc00001)),
		"float32 of itself":   d.Convert(bv.F32, bv.F32, d.Const(32, 0x7fc00001)),
	} {
		if !d.fromFloat(v.(*Term)) {
			t.Errorf("%s: its bits are known", name)
		}
	}
}

// TestOtherFormat: the bits of a result of one format are no number of another, since
// a payload may decide what number; but the upper half of a float32 may be a bfloat16.
func TestOtherFormat(t *testing.T) {
	d := New(Strategy{})
	sum := d.Float(bv.FAdd, bv.F64, d.Var(0, 64), d.Var(1, 64))
	half := d.Float(bv.FAdd, bv.BF16, d.Var(2, 16), d.Var(3, 16))
	for name, tt := range map[string]struct {
		v    bv.Value
		f    bv.Format
		fine bool
	}{
		"the upper word of a double":     {d.Extract(sum, 32, 32), bv.F32, false},
		"a double with bits flipped":     {d.Int(bv.Xor, sum, d.Const(64, 1<<51)), bv.F64, false},
		"a double with its sign flipped": {d.Int(bv.Xor, sum, d.Const(64, 1<<63)), bv.F64, true},
		"a double cut":                   {d.Int(bv.And, sum, d.Const(64, 0xfff0000000000000)), bv.F64, false},
		"a double":                       {sum, bv.F64, true},
		"a widened half":                 {d.Concat(d.Const(16, 0), half), bv.F32, true},
		"a half of the other format":     {half, bv.F16, false},
	} {
		if fine := !stops(func() { d.Float(bv.FLt, tt.f, tt.v, d.Const(tt.f.Bits(), 0)) }); fine != tt.fine {
			t.Errorf("%s: taken: %v", name, fine)
		}
	}
}

// TestResultsBesideThemselves: two float results that are one term are equal as floats,
// and may be NaNs of other bits: integer code that takes one from the other is refused.
func TestResultsBesideThemselves(t *testing.T) {
	d := New(Strategy{})
	x := bv.Value(d.Var(0, 64))
	a := d.Float(bv.FAdd, bv.F64, x, d.Const(64, 1<<63))
	b := d.Float(bv.FMax, bv.F64, x, x)
	if f := bv.F64; d.Differ(a, b, &f) != False {
		t.Error("a sum with the identity and a max with itself differ as floats")
	}
	for _, op := range []bv.IntOp{bv.Add, bv.Sub, bv.Mul, bv.And, bv.Or, bv.Xor, bv.SMin, bv.SMax, bv.UMin, bv.UMax, bv.Eq,
		bv.ULt, bv.SLt} {
		if !stops(func() { d.Int(op, a, b) }) {
			t.Errorf("operation %d: taken", op)
		}
	}
}
