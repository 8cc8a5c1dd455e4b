package kernels

import (
	"math"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/shflgen/shflgen/spec"
)

// TestNamed: numbers of the code are read as the type of the elements.
func TestNamed(t *testing.T) {
	code := []uint64{uint64(math.Float32bits(1e-3)), math.Float64bits(1e-5)}
	small := func(x float64) bool { return x >= 1e-13 && x <= 0.011 }
	for of, want := range map[spec.Type][]float64{
		spec.Float32: {float64(float32(1e-3))}, spec.Float16: {float64(float32(1e-3))}, spec.Float64: {1e-5},
	} {
		e := env{t: of, code: code}
		if diff := cmp.Diff(want, e.named(small)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", of, diff)
		}
	}
}
