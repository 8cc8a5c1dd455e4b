package bv

import (
	"math"
	"testing"
)

// constants is a domain that knows every value, but is not that of numbers.
type constants struct{ Numbers }

func TestByReciprocal(t *testing.T) {
	for x, want := range map[float64]bool{2: true, -0.25: true, 1: false, -1: false, 0x1p-1060: true, 0: false, 3: false,
		1.5: false, math.Inf(1): false, math.NaN(): false} {
		v := Numbers{}.Const(64, math.Float64bits(x))
		if got := ByReciprocal(constants{}, F64, v); got != want {
			t.Errorf("ByReciprocal(%v) is %v", x, got)
		}
		if ByReciprocal(Numbers{}, F64, v) {
			t.Errorf("on numbers, ByReciprocal(%v)", x)
		}
	}
	if v := (Numbers{}).Const(32, uint64(math.Float32bits(1024))); !ByReciprocal(constants{}, F32, v) {
		t.Error("1024 of float32 is no power of two")
	}
}
