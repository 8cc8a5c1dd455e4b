package ops

import (
	"fmt"
	"math"
	"testing"

	"github.com/shflgen/shflgen/spec"
)

// TestEveryOpHasARow covers each op on each type that it is defined on.
func TestEveryOpHasARow(t *testing.T) {
	for _, o := range spec.Ops() {
		for _, typ := range spec.Types() {
			has := o.On(typ) && !o.HasLane()
			if got := Identity(o, typ) != None; got != has {
				t.Errorf("%s on %s: an identity is there: %t", o, typ, got)
			}
			if _, ok := Body(o); has && !ok {
				t.Errorf("%s on %s has no body", o, typ)
			}
		}
	}
}

func TestTerms(t *testing.T) {
	infix := func(op string) func(...string) string {
		return func(x ...string) string { return fmt.Sprintf("(%s %s %s)", x[0], op, x[1]) }
	}
	operators := map[Kind]func(...string) string{
		Add: infix("+"), Xor: infix("^"), Min: infix("min"),
		Not: func(x ...string) string { return "~" + x[0] },
	}
	for _, test := range []struct {
		term             Term
		want             string
		bitwise, chooses bool
	}{
		{on(Add, a, b), "(x + y)", false, false},
		{on(Not, on(Xor, a, b)), "~(x ^ y)", true, false},
		{on(Min, a, b), "(x min y)", false, true},
		{on(Min, b, on(Min, a, b)), "(y min (x min y))", false, true},
		{on(Xor, on(Add, a, b), b), "((x + y) ^ y)", false, false},
	} {
		if got := Apply(test.term, "x", "y", operators); got != test.want {
			t.Errorf("%s, want %s", got, test.want)
		}
		if test.term.Bitwise() != test.bitwise || test.term.Chooses() != test.chooses {
			t.Errorf("%s: bitwise %t, chooses %t", test.want, test.term.Bitwise(), test.term.Chooses())
		}
	}
}

func TestFloatBits(t *testing.T) {
	for c, want := range map[Constant]float64{MinusZero: math.Copysign(0, -1), FloatOne: 1, PlusInf: math.Inf(1),
		MinusInf: math.Inf(-1)} {
		if got, ok := FloatBits(c, spec.Float64); !ok || got != math.Float64bits(want) {
			t.Errorf("%v: %#x", want, got)
		}
		if got, ok := FloatBits(c, spec.Float32); !ok || uint32(got) != math.Float32bits(float32(want)) {
			t.Errorf("%v: %#x", want, got)
		}
	}
	if got, _ := FloatBits(NaN, spec.Bfloat16); got != 0x7fff {
		t.Errorf("NaN: %#x", got)
	}
	if _, ok := FloatBits(AllOnes, spec.Float32); ok {
		t.Error("a float of all ones is a constant")
	}
}
