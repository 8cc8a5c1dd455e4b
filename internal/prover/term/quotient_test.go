package term

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/shflgen/shflgen/internal/prover/bv"
)

// TestQuotient: a division by a power of two whose reciprocal is normal, too, is one product, and no other division is.
func TestQuotient(t *testing.T) {
	f32 := func(x float32) uint64 { return uint64(math.Float32bits(x)) }
	for _, tt := range []struct {
		what    string
		f       bv.Format
		by, inv uint64
		same    bool
	}{
		{"128", bv.F32, f32(128), f32(1. / 128), true},
		{"-4", bv.F32, f32(-4), f32(-0.25), true},
		{"1/2", bv.F32, f32(0.5), f32(2), true},
		{"2^126", bv.F32, f32(0x1p126), f32(0x1p-126), true},
		{"2^-126", bv.F32, f32(0x1p-126), f32(0x1p126), true},
		{"2^1000", bv.F64, math.Float64bits(0x1p1000), math.Float64bits(0x1p-1000), true},
		{"128, with another sign", bv.F32, f32(128), f32(-1. / 128), false},
		{"128, by another power", bv.F32, f32(128), f32(1. / 64), false},
		{"3", bv.F32, f32(3), f32(1. / 3), false},
		{"2^127, whose reciprocal is subnormal", bv.F32, f32(0x1p127), f32(0x1p-127), false},
		{"0", bv.F32, f32(0), f32(float32(math.Inf(1))), false},
		{"infinity", bv.F32, f32(float32(math.Inf(1))), f32(0), false},
		{"2^-127", bv.F32, f32(0x1p-127), f32(0x1p127), false},
	} {
		d := New(Strategy{})
		w := tt.f.Bits()
		x := d.Var(0, w)
		got := bv.Apply(d, bv.FDiv(tt.f), x, d.Const(w, tt.by))
		if want := d.Float(bv.FMul, tt.f, x, d.Const(w, tt.inv)); (got == want) != tt.same {
			t.Errorf("%s: one term %v, want %v", tt.what, got == want, tt.same)
		}
	}
}

// TestInverse: the quotient and the product have the same bits, of subnormal numbers and results, too.
func TestInverse(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for range 1 << 20 {
		x, by := math.Float32frombits(rng.Uint32()), math.Float32frombits(rng.Uint32()&0xff800000)
		inverse := inverseOf(uint64(math.Float32bits(by)), 23, 8)
		if inverse == 0 {
			continue
		}
		quotient, product := x/by, x*math.Float32frombits(uint32(inverse))
		if math.Float32bits(quotient) != math.Float32bits(product) && quotient == quotient {
			t.Fatalf("%g / %g is %g, and the product %g", x, by, quotient, product)
		}
	}
}
