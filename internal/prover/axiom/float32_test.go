package axiom_test

import (
	"math"
	"math/rand/v2"
	"runtime"
	"sync"
	"testing"

	"github.com/shflgen/shflgen/internal/prover/axiom"
	"github.com/shflgen/shflgen/tests/extent"
)

// TestExp8 runs Float32Exp8 on a sample of all floats, on all with -exhaustive: it is Float32Exp of each element,
// wherever that stands and whatever stands beside it, in place too.
func TestExp8(t *testing.T) {
	step := uint64(extent.Pick(1031, 257))
	if *exhaustive {
		step = 1
	}
	workers := uint64(runtime.GOMAXPROCS(0))
	var all sync.WaitGroup
	for w := range workers {
		all.Go(func() {
			var x, y [8]float32
			for i := w * 8 * step; i < 1<<32; i += workers * 8 * step {
				for j := range x {
					x[j] = math.Float32frombits(uint32(i + uint64(j)*step))
				}
				y = x
				axiom.Float32Exp8(&y, &y, 0)
				if at := firstOff(&y, &x, 0); at >= 0 {
					t.Errorf("exp(%x): %x, want %x", x[at], y[at], axiom.Float32Exp(x[at]))
					return
				}
			}
		})
	}
	all.Wait()
}

// TestExp8Mixed: elements less a number, each of any size beside others of any size, also where results overlap what is
// read.
func TestExp8Mixed(t *testing.T) {
	rng := rand.New(rand.NewPCG(9, 10))
	edges := []float64{0, 0x1p-149, 1, 2.0794, 86.6, 87.3, 87.34, 88.72, 88.73, 89, 103.27, 103.28, 103.97, 104, 105, 1e30,
		math.MaxFloat32, math.Inf(1), math.NaN()}
	element := func(far int) float32 {
		e := float32(rng.NormFloat64() * 20)
		if rng.IntN(8) < far {
			e = float32(edges[rng.IntN(len(edges))]) * (2*float32(rng.IntN(2)) - 1)
		}
		return e
	}
	for n := range extent.Rounds(400000) {
		var all [24]float32
		for i := range all {
			all[i] = element(n % 4)
		}
		x, less, y := [8]float32(all[8:]), element(n%2), (*[8]float32)(all[rng.IntN(17):])
		axiom.Float32Exp8(y, (*[8]float32)(all[8:]), less)
		if at := firstOff(y, &x, less); at >= 0 {
			t.Fatalf("exp(%x - %x), at %d of %x: %x, want %x", x[at], less, at, x, y[at], axiom.Float32Exp(x[at]-less))
		}
	}
}

// firstOff is the first element with a y that is not exp of x less a number, -1 if there is none.
func firstOff(y, x *[8]float32, less float32) int {
	for i := range x {
		if want := axiom.Float32Exp(x[i] - less); math.Float32bits(y[i]) != math.Float32bits(want) &&
			(y[i] == y[i] || want == want) {
			return i
		}
	}
	return -1
}
