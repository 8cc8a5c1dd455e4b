package term

import (
	"testing"

	"github.com/shflgen/shflgen/verify/bv"
)

// A minimum in which a NaN wins may ask for NaNs one by one.
func TestNaNOneByOne(t *testing.T) {
	const f = bv.F32
	d := New()
	x, y, z := bv.Value(d.Var(0, 32)), bv.Value(d.Var(1, 32)), bv.Value(d.Var(2, 32))
	nan, one := d.Const(32, 0x7fffffff), d.Const(32, 0x3f800000)
	is := func(v bv.Value) bv.Value { return d.Float(bv.FUnordered, f, v, v) }
	min := func(a, b bv.Value) bv.Value { return d.Float(bv.FMin, f, a, b) }
	max := func(a, b bv.Value) bv.Value { return d.Float(bv.FMax, f, a, b) }
	ask := func(a, ifA, b, ifB, other bv.Value) bv.Value {
		return d.Select(is(a), ifA, d.Select(is(b), ifB, other))
	}
	least, greatest := d.Float(bv.FMinNaN, f, x, y), d.Float(bv.FMaxNaN, f, x, y)
	for _, test := range []struct {
		name string
		got  bv.Value
		want bv.Value
		same bool
	}{
		{"constants", ask(x, nan, y, nan, min(x, y)), least, true},
		{"the other first", ask(y, nan, x, nan, max(x, y)), greatest, true},
		{"as they are", ask(x, x, y, y, min(x, y)), least, true},
		{"negated", d.Select(d.Not(is(x)), d.Select(d.Not(is(y)), max(x, y), y), nan), greatest, true},
		{"a number for a NaN", ask(x, nan, y, one, min(x, y)), least, false},
		{"a number for the other", ask(x, one, y, nan, min(x, y)), least, false},
		{"the wrong operand", ask(x, y, y, y, min(x, y)), least, false},
		{"asked twice of one", ask(x, x, x, x, min(x, y)), least, false},
		{"the other op", ask(x, x, y, y, max(x, y)), least, false},
		{"of others", ask(x, x, y, y, min(x, z)), least, false},
		{"asked of one only", d.Select(is(x), x, min(x, y)), least, false},
	} {
		if (test.got == test.want) != test.same {
			t.Errorf("%s: the same term: %v, want %v", test.name, !test.same, test.same)
		}
	}
}
