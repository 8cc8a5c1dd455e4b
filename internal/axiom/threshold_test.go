package axiom_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/shflgen/shflgen/internal/axiom"
	"github.com/shflgen/shflgen/internal/prover/ref"
	"github.com/shflgen/shflgen/spec"
)

// TestBars: what does not exceed the bar of a key has no better key; and a number of no better key does not exceed it,
// but for zeros, else nothing would be spared.
func TestBars(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 8))
	check := func(what string, within, noBetter, number, zero bool, x, best uint64) {
		t.Helper()
		if within && !noBetter || noBetter && number && !zero && !within {
			t.Fatalf("%s of %#x: %#x is within: %t, no better: %t", what, best, x, within, noBetter)
		}
	}
	of32, of64 := ref.Edges(spec.Float32), ref.Edges(spec.Float64)
	for range 300 {
		of32, of64 = append(of32, uint64(rng.Uint32())), append(of64, rng.Uint64())
	}
	for _, a := range of32 {
		for _, b := range of32 {
			x := math.Float32frombits(uint32(a))
			low, high := axiom.Float32NaNLow(uint32(b)), axiom.Float32NaNHigh(uint32(b))
			number := x == x && !math.IsNaN(float64(math.Float32frombits(uint32(b))))
			check("Float32BarLow", x <= axiom.Float32BarLow(low), axiom.Float32NaNLow(uint32(a)) <= low, number, x == 0, a, b)
			check("Float32BarHigh", x >= axiom.Float32BarHigh(high), axiom.Float32NaNHigh(uint32(a)) >= high, number, x == 0, a,
				b)
		}
	}
	for _, a := range ref.Edges(spec.Bfloat16) {
		for bits := range 1 << 16 {
			b := uint16(bits)
			x := axiom.Bfloat16Decode(uint16(a))
			low, high := axiom.Bfloat16NaNLow(b), axiom.Bfloat16NaNHigh(b)
			number := x == x && !math.IsNaN(float64(axiom.Bfloat16Decode(b)))
			check("Bfloat16BarLow", x <= axiom.Bfloat16BarLow(low), axiom.Bfloat16NaNLow(uint16(a)) <= low, number, x == 0, a,
				uint64(b))
			check("Bfloat16BarHigh", x >= axiom.Bfloat16BarHigh(high), axiom.Bfloat16NaNHigh(uint16(a)) >= high, number, x == 0,
				a, uint64(b))
		}
	}
	for _, a := range of64 {
		for _, b := range of64 {
			x := math.Float64frombits(a)
			low, high := axiom.Float64NaNLow(b), axiom.Float64NaNHigh(b)
			number := x == x && !math.IsNaN(math.Float64frombits(b))
			check("Float64BarLow", x <= axiom.Float64BarLow(low), axiom.Float64NaNLow(a) <= low, number, x == 0, a, b)
			check("Float64BarHigh", x >= axiom.Float64BarHigh(high), axiom.Float64NaNHigh(a) >= high, number, x == 0, a, b)
		}
	}
}
