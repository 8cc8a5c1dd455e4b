package term

import (
	"testing"

	"github.com/shflgen/shflgen/internal/prover/bv"
)

// choices of x or -x by a bit, and whether they are the magnitude of x. x is element 0 of 8 bits, extended with its
// sign to 32.
var choices = []struct {
	name string
	of   func(d bv.Domain, x, y bv.Value) bv.Value
	same bool
}{
	{"by the sign", func(d bv.Domain, x, _ bv.Value) bv.Value { return negated(d, signOf(d, x), x) }, true},
	{"by a comparison with 0", func(d bv.Domain, x, _ bv.Value) bv.Value {
		return negated(d, d.Int(bv.SLt, x, d.Const(32, 0)), x)
	}, true},
	{"by a comparison with -1", func(d bv.Domain, x, _ bv.Value) bv.Value {
		return negated(d, d.Not(d.Int(bv.SLt, d.Const(32, 1<<32-1), x)), x)
	}, true},
	{"of the narrow element", func(d bv.Domain, x, _ bv.Value) bv.Value {
		low := d.Extract(x, 0, 8)
		return d.Extend(negated(d, signOf(d, low), low), 32, false)
	}, true},
	{"extended with a sign, as of -128 it has one", func(d bv.Domain, x, _ bv.Value) bv.Value {
		low := d.Extract(x, 0, 8)
		return d.Extend(negated(d, signOf(d, low), low), 32, true)
	}, false},
	{"by another bit", func(d bv.Domain, x, _ bv.Value) bv.Value { return negated(d, d.Extract(x, 6, 1), x) }, false},
	{"by the sign of another element", func(d bv.Domain, x, y bv.Value) bv.Value { return negated(d, signOf(d, y), x) },
		false},
	{"by a comparison with 1", func(d bv.Domain, x, _ bv.Value) bv.Value {
		return negated(d, d.Int(bv.SLt, x, d.Const(32, 1)), d.Int(bv.Add, x, d.Const(32, 1)))
	}, false},
	{"the complement", func(d bv.Domain, x, _ bv.Value) bv.Value { return d.Select(signOf(d, x), d.Not(x), x) }, false},
	{"minus another element", func(d bv.Domain, x, y bv.Value) bv.Value {
		return d.Select(signOf(d, x), d.Int(bv.Sub, d.Const(32, 0), y), x)
	}, false},
	{"the other way round", func(d bv.Domain, x, _ bv.Value) bv.Value { return negated(d, d.Not(signOf(d, x)), x) },
		false},
}

func signOf(d bv.Domain, x bv.Value) bv.Value { return d.Extract(x, x.Width()-1, 1) }

// negated is -x where c is set, else x.
func negated(d bv.Domain, c, x bv.Value) bv.Value {
	return d.Select(c, d.Int(bv.Sub, d.Const(x.Width(), 0), x), x)
}

// TestMagnitudes: choices that are the magnitude of an element are one term, in words and in narrower ones, and
// others are not. Each has the value that numbers give, for every element of 8 bits.
func TestMagnitudes(t *testing.T) {
	for _, tt := range choices {
		d := New(Strategy{AbsCalls: true})
		x, y := d.Extend(d.Var(0, 8), 32, true), d.Extend(d.Var(1, 8), 32, true)
		got := tt.of(d, x, y)
		want := negated(d, signOf(d, x), x)
		if same := d.Differ(got, want, nil) == False; same != tt.same {
			t.Errorf("%s: the same: %v", tt.name, same)
		}
		if same := d.Extract(got, 0, 8) == d.Extract(want, 0, 8); tt.same && !same {
			t.Errorf("%s: not the same in 8 bits", tt.name)
		}
		for i := range uint64(256) {
			in := Input{Mask: func(int) bool { return false }, Element: func(k int) uint64 { return (i + uint64(k)*77) & 255 }}
			n := bv.Numbers{}
			number := tt.of(n, n.Extend(n.Const(8, in.Element(0)), 32, true),
				n.Extend(n.Const(8, in.Element(1)), 32, true)).(bv.Word).X
			if x := d.Eval(got, in); x != number {
				t.Errorf("%s of %#x: %#x, want %#x", tt.name, i, x, number)
			}
		}
	}
}

// TestDecodedMagnitudes: what a one-to-one function makes of a magnitude comes back as one call by the inverse,
// also cut into parts, and of other widths the magnitude itself is the call.
func TestDecodedMagnitudes(t *testing.T) {
	decode := func(d bv.Domain, x bv.Value) bv.Value { return d.Concat(d.Extract(x, 8, 24), d.Extract(x, 0, 8)) }
	d := New(Strategy{AbsCalls: true, CallCode: &Code{32, decode}})
	inverse := func(x bv.Value) bv.Value { return d.Concat(d.Extract(x, 24, 8), d.Extract(x, 0, 24)) }
	x := d.Var(0, 32)
	if code := inverse(negated(d, signOf(d, x), x)).(*Term); code.kind != kApply || code.args[0] != x {
		t.Errorf("a decoded magnitude of 32 bits is encoded as kind %d", code.kind)
	}
	if y := d.Var(1, 16); negated(d, signOf(d, y), y).(*Term).kind != kApply {
		t.Error("a magnitude of 16 bits is not a call")
	}
}
