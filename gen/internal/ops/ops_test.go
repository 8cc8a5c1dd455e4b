package ops

import (
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
			if _, ok := Operator(o); has && !ok {
				t.Errorf("%s on %s has no operator", o, typ)
			}
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
