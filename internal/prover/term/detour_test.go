package term

import (
	"testing"

	"github.com/shflgen/shflgen/internal/prover/bv"
)

// A choice between an element and a number that takes a detour comes back as
// the same term, and one that comes back elsewhere does not.
func TestChoiceSurvivesDetour(t *testing.T) {
	d := New(Strategy{})
	num := func(x uint64) bv.Value { return d.Const(32, x) }
	op := func(o bv.IntOp, c uint64) func(bv.Value) bv.Value {
		return func(v bv.Value) bv.Value { return d.Int(o, v, num(c)) }
	}
	neg := func(v bv.Value) bv.Value { return d.Int(bv.Sub, num(0), v) }
	choice := d.Select(d.GuardOf(d.Bit(0)), d.Var(0, 32), num(0x7fffffff))
	three := d.Select(d.GuardOf(d.Bit(1)), d.Var(1, 32), choice)
	for _, test := range []struct {
		name  string
		there func(bv.Value) bv.Value
		back  func(bv.Value) bv.Value
		same  bool
	}{
		{"negated twice", neg, neg, true},
		{"complemented twice", d.Not, d.Not, true},
		{"negated, then complemented", neg, d.Not, false},
		{"xored twice", op(bv.Xor, 0x5a5a), op(bv.Xor, 0x5a5a), true},
		{"xored with two numbers", op(bv.Xor, 0x5a5a), op(bv.Xor, 0x5a5b), false},
		{"added and taken off", op(bv.Add, 77), op(bv.Sub, 77), true},
		{"added and more taken off", op(bv.Add, 77), op(bv.Sub, 78), false},
	} {
		for name, v := range map[string]bv.Value{"choice of two": choice, "choice of three": three} {
			got := test.back(test.there(v))
			if (got == v) != test.same {
				t.Errorf("%s, %s: the same term: %v, want %v", test.name, name, got == v, test.same)
			}
			if (d.Differ(got, v, nil) == False) != test.same {
				t.Errorf("%s, %s: may differ: %v, want %v", test.name, name, test.same, !test.same)
			}
		}
	}
	// A number added where the element is chosen stays.
	more := d.Int(bv.Add, choice, d.Select(d.GuardOf(d.Bit(0)), num(1), num(0)))
	if d.Differ(more, choice, nil) == False {
		t.Error("one more where the element is chosen passes for the same")
	}
}

// The bytes of a max make it again, each taken from the top or the middle, and with
// one of another they do not.
func TestMaxOfBytes(t *testing.T) {
	d := New(Strategy{})
	some := func(i int) bv.Value { return d.Select(d.GuardOf(d.Bit(i)), d.Var(i, 32), d.Const(32, 0)) }
	x, y := d.Int(bv.UMax, some(0), some(1)), d.Int(bv.UMax, some(0), some(2))
	for name, byteOf := range map[string]func(v bv.Value, i int) bv.Value{
		"cut":               func(v bv.Value, i int) bv.Value { return d.Extract(v, 8*i, 8) },
		"shifted, then cut": func(v bv.Value, i int) bv.Value { return d.Extract(d.Extract(v, 8*i, 32-8*i), 0, 8) },
	} {
		join := func(last bv.Value) bv.Value {
			return d.Concat(d.Concat(d.Concat(byteOf(x, 0), byteOf(x, 1)), byteOf(x, 2)), byteOf(last, 3))
		}
		if join(x) != x {
			t.Errorf("%s: not the same term", name)
		}
		if d.Differ(join(y), x, nil) == False {
			t.Errorf("%s, one of another: passes for the same", name)
		}
	}
}

// A choice between two numbers by a sign is the sign in the bits where they differ.
func TestChoiceBySign(t *testing.T) {
	d := New(Strategy{})
	x := d.Var(0, 16)
	by := func(c bv.Value) bv.Value { return d.Select(c, d.Const(32, 0x7fff), d.Const(32, 0x5000)) }
	signs := d.Extend(d.Extract(x, 15, 1), 32, true)
	want := d.Int(bv.Xor, d.Int(bv.And, signs, d.Const(32, 0x2fff)), d.Const(32, 0x5000))
	if got := by(d.Int(bv.SLt, x, d.Const(16, 0))); got != want {
		t.Error("negative: not the same term")
	}
	for name, c := range map[string]bv.Value{
		"less than 1":        d.Int(bv.SLt, x, d.Const(16, 1)),
		"unsigned":           d.Int(bv.ULt, x, d.Const(16, 0x8000)),
		"of another element": d.Int(bv.SLt, d.Var(1, 16), d.Const(16, 0)),
	} {
		if d.Differ(by(c), want, nil) == False {
			t.Errorf("%s: passes for the same", name)
		}
	}
}
