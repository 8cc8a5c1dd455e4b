package term

import (
	"slices"
	"testing"

	"github.com/shflgen/shflgen/internal/prover/bv"
)

// valuesOf are all ways to leave values out.
func valuesOf(f bv.Format) (all []Values) {
	for i := range 8 {
		all = append(all, Values{NoNaN: i&1 != 0, NoInfinity: i&2 != 0, NoNegativeZero: i&4 != 0, Elements: 2, Format: f})
	}
	return all
}

// TestValues: what operations of elements become, where some floats are left out, is what they are on all others. Each
// becomes simpler where it has to, and not elsewhere.
func TestValues(t *testing.T) {
	const inf, most, negative = 0x7f800000, 0x7f7fffff, uint64(1) << 31
	for _, test := range []struct {
		name    string
		of      func(d bv.Domain, x, y bv.Value) bv.Value
		simpler func(v Values) bool
	}{
		{"a NaN", func(d bv.Domain, x, y bv.Value) bv.Value { return d.Float(bv.FUnordered, bv.F32, x, y) },
			func(v Values) bool { return v.NoNaN }},
		{"equal to itself", func(d bv.Domain, x, _ bv.Value) bv.Value { return d.Float(bv.FEq, bv.F32, x, x) },
			func(v Values) bool { return v.NoNaN }},
		{"the greater by a comparison", func(d bv.Domain, x, y bv.Value) bv.Value {
			return d.Select(d.Float(bv.FLt, bv.F32, x, y), y, x)
		}, Values.Ordered},
		{"the less by a comparison", func(d bv.Domain, x, y bv.Value) bv.Value {
			return d.Select(d.Float(bv.FLt, bv.F32, x, y), x, y)
		}, Values.Ordered},
		{"0 and an element", func(d bv.Domain, x, _ bv.Value) bv.Value {
			return d.Float(bv.FAdd, bv.F32, d.Const(32, 0), x)
		}, func(v Values) bool { return v.NoNegativeZero }},
		{"0 and a sum", func(d bv.Domain, x, y bv.Value) bv.Value {
			return d.Float(bv.FAdd, bv.F32, d.Float(bv.FAdd, bv.F32, x, y), d.Const(32, 0))
		}, func(v Values) bool { return v.NoNegativeZero }},
		{"less than the least finite number", func(d bv.Domain, x, _ bv.Value) bv.Value {
			return d.Float(bv.FLt, bv.F32, x, d.Const(32, most|negative))
		}, func(v Values) bool { return v.NoNaN && v.NoInfinity }},
		{"above the greatest finite number", func(d bv.Domain, x, _ bv.Value) bv.Value {
			return d.Float(bv.FLt, bv.F32, d.Const(32, most), x)
		}, func(v Values) bool { return v.NoNaN && v.NoInfinity }},
		{"less than -Inf", func(d bv.Domain, x, _ bv.Value) bv.Value {
			return d.Float(bv.FLt, bv.F32, x, d.Const(32, inf|negative))
		}, func(v Values) bool { return !v.Any() }},
		{"the greatest of -Inf and elements", func(d bv.Domain, x, y bv.Value) bv.Value {
			return d.Float(bv.FMax, bv.F32, d.Const(32, inf|negative), d.Float(bv.FMax, bv.F32, x, y))
		}, func(v Values) bool { return v.NoNaN }},
		{"the least of an element and Inf", func(d bv.Domain, x, _ bv.Value) bv.Value {
			return d.Float(bv.FMin, bv.F32, x, d.Const(32, inf))
		}, func(v Values) bool { return v.NoNaN }},
		{"the greatest of an element and the least finite number", func(d bv.Domain, x, _ bv.Value) bv.Value {
			return d.Float(bv.FMaxNaN, bv.F32, x, d.Const(32, most|negative))
		}, func(v Values) bool { return v.NoNaN && v.NoInfinity }},
		{"the greatest of an element and Inf", func(d bv.Domain, x, _ bv.Value) bv.Value {
			return d.Float(bv.FMax, bv.F32, x, d.Const(32, inf))
		}, nil},
		{"the least of -Inf and an element", func(d bv.Domain, x, _ bv.Value) bv.Value {
			return d.Float(bv.FMin, bv.F32, d.Const(32, inf|negative), x)
		}, nil},
		{"a product", func(d bv.Domain, x, y bv.Value) bv.Value {
			return d.Float(bv.FAdd, bv.F32, d.Const(32, 0), d.Float(bv.FMul, bv.F32, x, y))
		}, nil},
		{"-0 and an element", func(d bv.Domain, x, _ bv.Value) bv.Value {
			return d.Float(bv.FEq, bv.F32, x, d.Const(32, negative))
		}, nil},
		{"a number of another format", func(d bv.Domain, x, y bv.Value) bv.Value {
			return d.Float(bv.FUnordered, bv.F16, d.Extract(x, 0, 16), d.Extract(y, 0, 16))
		}, nil},
		{"the other one", func(d bv.Domain, x, y bv.Value) bv.Value {
			return d.Select(d.Float(bv.FLt, bv.F32, x, y), x, d.Const(32, 0))
		}, nil},
	} {
		plain := New(Strategy{})
		as := test.of(plain, plain.Var(0, 32), plain.Var(1, 32)).(*Term)
		for _, v := range valuesOf(bv.F32) {
			d := New(Strategy{Values: v})
			got := test.of(d, d.Var(0, 32), d.Var(1, 32)).(*Term)
			if want := test.simpler != nil && test.simpler(v); want != (show(got) != show(as)) {
				t.Errorf("%s, %s: %s, and without it %s", test.name, v, show(got), show(as))
			}
			sameOnValues(t, test.name, v, test.of, d, got)
		}
	}
}

// sameOnValues compares a term with numbers, on all pairs of some values.
func sameOnValues(
	t *testing.T, name string, v Values, of func(d bv.Domain, x, y bv.Value) bv.Value, d *Domain, got *Term,
) {
	t.Helper()
	edges := []uint64{0, 1, 0x007fffff, 0x3f800000, 0x40000000, 0x7f7fffff, 0x7f800000, 0x7fc00000, 0x7fffffff}
	for _, e := range slices.Clone(edges) {
		edges = append(edges, e|1<<31)
	}
	for i, x := range edges {
		if x = v.Nearest(x, uint64(i)); v.Nearest(x, 0) != x || v.NoNaN && bv.IsNaN(bv.F32, x) ||
			v.NoNegativeZero && x == 1<<31 || v.NoInfinity && x&0x7fffffff == 0x7f800000 {
			t.Fatalf("%s: %#x is left out", v, x)
		}
		for _, y := range edges {
			y = v.Nearest(y, 3)
			n := bv.Numbers{}
			want, _ := n.Known(of(n, n.Const(32, x), n.Const(32, y)))
			is := d.Eval(got, Input{Element: func(i int) uint64 { return []uint64{x, y}[i] }})
			if is != want && !(got.w == 32 && bv.IsNaN(bv.F32, is) && bv.IsNaN(bv.F32, want)) {
				t.Errorf("%s, %s: of %#x and %#x: %#x, want %#x", name, v, x, y, is, want)
			}
		}
	}
}

// TestFromInfinity: the greatest of elements by comparisons that begin with -Inf is their maximum.
func TestFromInfinity(t *testing.T) {
	d := New(Strategy{Values: Values{NoNaN: true, NoNegativeZero: true, Elements: 2, Format: bv.F32}})
	x, y := d.Var(0, 32), d.Var(1, 32)
	best := d.Const(32, 0xff800000)
	for _, v := range []bv.Value{x, y} {
		best = d.Select(d.Float(bv.FLt, bv.F32, best, v), v, best)
	}
	if want := d.Float(bv.FMax, bv.F32, x, y); best != want {
		t.Errorf("%s, want %s", show(best.(*Term)), show(want.(*Term)))
	}
}

// TestWidenedValues: what is known of the elements of a half type is known of them where they are widened, and of no
// other number of float32.
func TestWidenedValues(t *testing.T) {
	for _, half := range []bv.Format{bv.F16, bv.BF16} {
		d := New(Strategy{ExactWidening: true, Values: Values{NoNaN: true, NoNegativeZero: true, Elements: 2, Format: half}})
		wide := func(name int) bv.Value { return d.Convert(bv.F32, half, d.Var(name, 16)) }
		for _, test := range []struct {
			x, y  bv.Value
			known bool
		}{
			{wide(0), wide(1), true}, {wide(0), d.Const(32, 0xff800000), true},
			{wide(0), wide(2), false}, {wide(0), d.Var(1, 32), false},
			{wide(0), d.Float(bv.FAdd, bv.F32, wide(0), wide(1)), false},
		} {
			greater := d.Select(d.Float(bv.FLt, bv.F32, test.x, test.y), test.y, test.x)
			if known := greater == d.Float(bv.FMax, bv.F32, test.x, test.y); known != test.known {
				t.Errorf("%v: a maximum %t, want %t", half, known, test.known)
			}
		}
	}
}
