package term

import (
	"testing"

	"github.com/shflgen/shflgen/verify/ptx/exec"
)

// A choice between an element and a number that takes a detour comes back as
// the same term, and one that comes back elsewhere does not.
func TestChoiceSurvivesDetour(t *testing.T) {
	d := New()
	num := func(x uint64) exec.Value { return d.Const(32, x) }
	op := func(o exec.IntOp, c uint64) func(exec.Value) exec.Value {
		return func(v exec.Value) exec.Value { return d.Int(o, v, num(c)) }
	}
	neg := func(v exec.Value) exec.Value { return d.Int(exec.Sub, num(0), v) }
	choice := d.Select(d.GuardOf(d.Bit(0)), d.Var(0, 32), num(0x7fffffff))
	three := d.Select(d.GuardOf(d.Bit(1)), d.Var(1, 32), choice)
	for _, test := range []struct {
		name  string
		there func(exec.Value) exec.Value
		back  func(exec.Value) exec.Value
		same  bool
	}{
		{"negated twice", neg, neg, true},
		{"complemented twice", d.Not, d.Not, true},
		{"negated, then complemented", neg, d.Not, false},
		{"xored twice", op(exec.Xor, 0x5a5a), op(exec.Xor, 0x5a5a), true},
		{"xored with two numbers", op(exec.Xor, 0x5a5a), op(exec.Xor, 0x5a5b), false},
		{"added and taken off", op(exec.Add, 77), op(exec.Sub, 77), true},
		{"added and more taken off", op(exec.Add, 77), op(exec.Sub, 78), false},
	} {
		for name, v := range map[string]exec.Value{"choice of two": choice, "choice of three": three} {
			got := test.back(test.there(v))
			if (got == v) != test.same {
				t.Errorf("%s, %s: the same term: %v, want %v", test.name, name, got == v, test.same)
			}
			if (d.Differ(got, v, nil) == False) != test.same {
				t.Errorf("%s, %s: may differ: %v, want %v", test.name, name, test.same, !test.same)
			}
		}
	}
	// What is added where the element is chosen stays.
	more := d.Int(exec.Add, choice, d.Select(d.GuardOf(d.Bit(0)), num(1), num(0)))
	if d.Differ(more, choice, nil) == False {
		t.Error("one more where the element is chosen passes for the same")
	}
}
