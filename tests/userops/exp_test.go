package userops

import (
	"math"
	"testing"
)

// TestExp holds exp against math.Exp, from underflow to overflow.
func TestExp(t *testing.T) {
	for x := float32(-110); x < 92; x += 0.00371 {
		got, want := exp(x), float32(math.Exp(float64(x)))
		unit := math.Nextafter32(want, float32(math.Inf(1))) - want
		if got != want && !(math.Abs(float64(got)-float64(want)) <= 2*float64(unit)) {
			t.Fatalf("exp(%v): %v, want %v", x, got, want)
		}
	}
	for _, x := range []float32{float32(math.Inf(-1)), float32(math.Inf(1)), 0, float32(math.NaN())} {
		if got, want := exp(x), float32(math.Exp(float64(x))); got != want && (got == got || want == want) {
			t.Errorf("exp(%v): %v, want %v", x, got, want)
		}
	}
}

// TestLog1p holds log1p against math.Log1p.
func TestLog1p(t *testing.T) {
	for x := float32(0); x <= 1; x += 0.0000137 {
		got, want := log1p(x), float32(math.Log1p(float64(x)))
		if math.Abs(float64(got)-float64(want)) > 2.5*float64(math.Nextafter32(want, 2)-want) {
			t.Fatalf("log1p(%v): %v, want %v", x, got, want)
		}
	}
}
