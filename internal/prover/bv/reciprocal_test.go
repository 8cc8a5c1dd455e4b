package bv

import (
	"math"
	"math/rand/v2"
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

// TestReciprocal: the quotient and the product have the same bits, of subnormal numbers and results, too.
func TestReciprocal(t *testing.T) {
	rng, none := rand.New(rand.NewPCG(1, 2)), 0
	for range 1 << 20 {
		x, by := math.Float32frombits(rng.Uint32()), math.Float32frombits(1<<rng.IntN(23))
		if rng.IntN(8) > 0 {
			by = math.Float32frombits(rng.Uint32() & 0xff800000)
		}
		inverse, ok := Reciprocal(constants{}, F32, Numbers{}.Const(32, uint64(math.Float32bits(by))))
		if !ok {
			none++
			continue
		}
		quotient, product := x/by, x*math.Float32frombits(uint32(inverse))
		if math.Float32bits(quotient) != math.Float32bits(product) && !math.IsNaN(float64(quotient)) {
			t.Fatalf("%g / %g is %g, and the product %g", x, by, quotient, product)
		}
	}
	if none == 0 || none > 1<<18 {
		t.Errorf("%d of 2^20 have no reciprocal", none)
	}
}
