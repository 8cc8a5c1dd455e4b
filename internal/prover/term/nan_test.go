package term

import (
	"testing"

	"github.com/shflgen/shflgen/internal/prover/bv"
)

// A minimum in which a NaN wins may ask for NaNs one by one.
func TestNaNOneByOne(t *testing.T) {
	const f = bv.F32
	d := New(Strategy{})
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

// A maximum in which a NaN wins asks one operand alone where the other is a number.
func TestNaNBesideNumber(t *testing.T) {
	const f = bv.F32
	d := New(Strategy{})
	x := bv.Value(d.Var(0, 32))
	nan, one, none := d.Const(32, 0x7fffffff), d.Const(32, 0x3f800000), d.Const(32, 0xff800000)
	there := d.GuardOf(d.Bit(0))
	chosen := d.Select(there, x, none)
	some := d.Select(d.GuardOf(d.Bit(1)), one, none)
	max := func(a, b bv.Value) bv.Value { return d.Float(bv.FMax, f, a, b) }
	loud := func(a, b bv.Value) bv.Value { return d.Float(bv.FMaxNaN, f, a, b) }
	either := func(a, b bv.Value) bv.Value { return d.Float(bv.FUnordered, f, a, b) }
	for _, test := range []struct {
		name      string
		got, want bv.Value
		same      bool
	}{
		{"an element", d.Select(either(x, one), nan, max(x, one)), loud(x, one), true},
		{"an element and the least", d.Select(either(x, none), nan, max(x, none)), x, true},
		{"a choice and the least", d.Select(either(chosen, none), nan, max(chosen, none)), chosen, true},
		{"a choice and a number", d.Select(either(chosen, one), nan, max(chosen, one)), loud(chosen, one), true},
		{"a choice and a chosen number", d.Select(either(chosen, some), nan, max(chosen, some)), loud(chosen, some), true},
		{"the number after it", d.Select(either(one, chosen), nan, max(one, chosen)), loud(chosen, one), true},
		{"a number that is not asked for", d.Select(either(x, none), nan, max(x, one)), x, false},
		{"an element that is not asked for", d.Select(either(chosen, none), nan, max(chosen, d.Var(1, 32))),
			loud(chosen, d.Var(1, 32)), false},
		{"a number for a NaN", d.Select(either(chosen, one), one, max(chosen, one)), loud(chosen, one), false},
		{"the other op", d.Select(either(chosen, one), nan, d.Float(bv.FMin, f, chosen, one)), loud(chosen, one), false},
		{"a choice and a NaN that loses", d.Select(either(chosen, none), nan, max(chosen, nan)), chosen, true},
	} {
		float := bv.Format(f)
		if same := d.Differ(test.got, test.want, &float) == False; same != test.same {
			t.Errorf("%s: the same: %v, want %v", test.name, same, test.same)
		}
	}
}
