package axiom_test

import (
	"math"
	"math/rand/v2"
	"runtime"
	"sync"
	"testing"

	"github.com/shflgen/shflgen/internal/axiom"
	"github.com/shflgen/shflgen/math32"
	"github.com/shflgen/shflgen/tests/extent"
)

// groups are functions of 8 elements less a number, and what they are of each.
var groups = []struct {
	name string
	all  func(y, x *[8]float32, less float32)
	one  func(float32) float32
}{{"exp", axiom.Float32Exp8, math32.Exp}, {"exp of halves", axiom.Float32ExpHalf8, math32.ExpHalf}}

// TestExp8 runs functions of groups on a sample of all floats, on all with -exhaustive: they are those of each element,
// wherever that stands and whatever stands beside it, in place too.
func TestExp8(t *testing.T) {
	step := uint64(extent.Pick(1031, 257))
	if *exhaustive {
		step = 1
	}
	workers := uint64(runtime.GOMAXPROCS(0))
	for _, g := range groups {
		var all sync.WaitGroup
		for w := range workers {
			all.Go(func() {
				var x, y [8]float32
				for i := w * 8 * step; i < 1<<32; i += workers * 8 * step {
					for j := range x {
						x[j] = math.Float32frombits(uint32(i + uint64(j)*step))
					}
					y = x
					g.all(&y, &y, 0)
					if at := firstOff(g.one, &y, &x, 0); at >= 0 {
						t.Errorf("%s(%x): %x, want %x", g.name, x[at], y[at], g.one(x[at]))
						return
					}
				}
			})
		}
		all.Wait()
	}
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
		g := groups[n/4%len(groups)]
		x, less, y := [8]float32(all[8:]), element(n%2), (*[8]float32)(all[rng.IntN(17):])
		g.all(y, (*[8]float32)(all[8:]), less)
		if at := firstOff(g.one, y, &x, less); at >= 0 {
			t.Fatalf("%s(%x - %x), at %d of %x: %x, want %x", g.name, x[at], less, at, x, y[at], g.one(x[at]-less))
		}
	}
}

// firstOff is the first element with a y that is not the function of x less a number, -1 if there is none.
func firstOff(of func(float32) float32, y, x *[8]float32, less float32) int {
	for i := range x {
		if want := of(x[i] - less); math.Float32bits(y[i]) != math.Float32bits(want) &&
			(y[i] == y[i] || want == want) {
			return i
		}
	}
	return -1
}
