package term

import (
	"math"
	"testing"

	"github.com/shflgen/shflgen/internal/prover/bv"
)

// TestQuotient: a division by a power of two with an exact reciprocal is one product, and no other division is.
func TestQuotient(t *testing.T) {
	f32 := func(x float32) uint64 { return uint64(math.Float32bits(x)) }
	for _, tt := range []struct {
		what    string
		f       bv.Format
		by, inv uint64
		same    bool
	}{
		{"128", bv.F32, f32(128), f32(1. / 128), true},
		{"1, which changes nothing", bv.F32, f32(1), f32(1), false},
		{"-4", bv.F32, f32(-4), f32(-0.25), true},
		{"1/2", bv.F32, f32(0.5), f32(2), true},
		{"2^126", bv.F32, f32(0x1p126), f32(0x1p-126), true},
		{"2^-126", bv.F32, f32(0x1p-126), f32(0x1p126), true},
		{"2^127, whose reciprocal is subnormal", bv.F32, f32(0x1p127), f32(0x1p-127), true},
		{"2^1000", bv.F64, math.Float64bits(0x1p1000), math.Float64bits(0x1p-1000), true},
		{"128, with another sign", bv.F32, f32(128), f32(-1. / 128), false},
		{"128, by another power", bv.F32, f32(128), f32(1. / 64), false},
		{"3", bv.F32, f32(3), f32(1. / 3), false},
		{"0", bv.F32, f32(0), f32(float32(math.Inf(1))), false},
		{"infinity", bv.F32, f32(float32(math.Inf(1))), f32(0), false},
		{"2^-128, whose reciprocal is too great", bv.F32, f32(0x1p-128), f32(float32(math.Inf(1))), false},
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
