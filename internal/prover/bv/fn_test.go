package bv_test

import (
	"math"
	"math/big"
	"math/rand/v2"
	"testing"

	"github.com/shflgen/shflgen/internal/prover/bv"
	"github.com/shflgen/shflgen/tests/extent"
)

// TestFMA32 holds the fused product and sum of float32 against exact arithmetic.
func TestFMA32(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	pick := func() float32 {
		for {
			x := math.Float32frombits(r.Uint32())
			if r.IntN(2) == 0 { // near 1, where sums cancel
				x = math.Float32frombits(0x3f800000 + r.Uint32N(16) - 8 | r.Uint32()&0x80000000)
			}
			if v := float64(x); !math.IsNaN(v) && !math.IsInf(v, 0) {
				return x
			}
		}
	}
	twice := 0
	for range extent.Rounds(300000) {
		a, b, c := pick(), pick(), pick()
		got := math.Float32frombits(uint32(bv.FMA(bv.F32).Value([]uint64{uint64(math.Float32bits(a)),
			uint64(math.Float32bits(b)), uint64(math.Float32bits(c))})))
		exact := new(big.Float).SetPrec(2000).Mul(new(big.Float).SetPrec(2000).SetFloat64(float64(a)),
			big.NewFloat(float64(b)))
		exact.Add(exact, big.NewFloat(float64(c)))
		want, _ := exact.Float32()
		if got != want {
			t.Fatalf("fma(%v, %v, %v) = %v, want %v", a, b, c, got, want)
		}
		if float32(float64(a)*float64(b)+float64(c)) != want {
			twice++
		}
	}
	if twice == 0 {
		t.Error("no case in which rounding twice differs")
	}
}

// TestConversionRange: of the floats around a bound those that Go defines are converted.
func TestConversionRange(t *testing.T) {
	for _, c := range []struct {
		of   bv.Conversion
		in   float64
		want int64
	}{
		{bv.Conversion{Float: bv.F64, Bits: 8, Signed: true}, -128.5, -128},
		{bv.Conversion{Float: bv.F64, Bits: 8, Signed: true}, 127.9, 127},
		{bv.Conversion{Float: bv.F64, Bits: 8, Signed: true}, 128, 0},
		{bv.Conversion{Float: bv.F64, Bits: 8, Signed: true}, -129, 0},
		{bv.Conversion{Float: bv.F64, Bits: 32, Signed: true}, -2147483648.5, math.MinInt32},
		{bv.Conversion{Float: bv.F64, Bits: 64, Signed: true}, math.MinInt64, math.MinInt64},
		{bv.Conversion{Float: bv.F64, Bits: 64, Signed: true}, 1 << 63, 0},
		{bv.Conversion{Float: bv.F64, Bits: 16}, -0.9, 0},
		{bv.Conversion{Float: bv.F64, Bits: 16}, 65535.9, 65535},
		{bv.Conversion{Float: bv.F64, Bits: 16}, math.NaN(), 0},
	} {
		got := bv.ToInteger(c.of).Value([]uint64{math.Float64bits(c.in)})
		if want := uint64(c.want) & (1<<(c.of.Bits-1)<<1 - 1); got != want {
			t.Errorf("%+v of %v is %#x, want %#x", c.of, c.in, got, want)
		}
	}
	least := bv.Conversion{Float: bv.F32, Bits: 32, Signed: true}
	if got := bv.ToInteger(least).Value([]uint64{uint64(math.Float32bits(math.MinInt32))}); got != 1<<31 {
		t.Errorf("the least int32 from float32 is %#x", got)
	}
}

// TestApplyUnknown: a function of what a domain does not know is refused by a domain
// without a form for it.
func TestApplyUnknown(t *testing.T) {
	n := bv.Numbers{}
	if got := bv.Apply(n, bv.FDiv(bv.F64), n.Const(64, math.Float64bits(3)),
		n.Const(64, math.Float64bits(2))); got.(bv.Word).X != math.Float64bits(1.5) {
		t.Error(got)
	}
	if got := bv.Apply(n, bv.Divide(bv.Division{Signed: true, Bits: 8}), n.Const(8, 0x80),
		n.Const(8, 0xff)); got.(bv.Word).X != 0x80 {
		t.Error(got)
	}
	defer func() {
		if stop, ok := recover().(bv.Stop); !ok {
			t.Error("not refused", stop)
		}
	}()
	bv.Apply(opaque{n}, bv.FSqrt(bv.F32), n.Const(32, 0))
}

// opaque is a domain that knows no number.
type opaque struct{ bv.Numbers }

func (opaque) Known(bv.Value) (uint64, bool) { return 0, false }
