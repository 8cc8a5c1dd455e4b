package axiom_test

import (
	"math"
	"runtime"
	"sync/atomic"
	"testing"

	"github.com/shflgen/shflgen/internal/axiom"
)

// TestParts: every number of a range is in one part, on any number of processors.
func TestParts(t *testing.T) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(0))
	for _, processors := range []int{1, 2, 3, 8} {
		runtime.GOMAXPROCS(processors)
		for n := range 70 {
			for _, least := range []int{1, 2, 7, 70, math.MaxInt} {
				met := make([]atomic.Int32, n)
				axiom.Parts(n, least, func(from, to int) {
					for i := from; i < to; i++ {
						met[i].Add(1)
					}
				})
				for i := range met {
					if got := met[i].Load(); got != 1 {
						t.Fatalf("%d processors, n %d, least %d: %d in %d parts", processors, n, least, i, got)
					}
				}
			}
		}
	}
}

// TestPartsOfMany: bounds of parts do not overflow.
func TestPartsOfMany(t *testing.T) {
	for _, n := range []int{math.MaxInt, math.MaxInt - 1, 0, -1, math.MinInt} {
		var sum atomic.Int64
		axiom.Parts(n, 1, func(from, to int) { sum.Add(int64(to - from)) })
		if got := int(sum.Load()); got != n {
			t.Errorf("parts of %d have %d", n, got)
		}
	}
}

// TestPartsPanic: the caller sees the panic of a part, after the other parts have ended.
func TestPartsPanic(t *testing.T) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(4))
	var ended atomic.Int32
	func() {
		defer func() {
			if p := recover(); p != "row 3" {
				t.Errorf("panic of %v", p)
			}
		}()
		axiom.Parts(4, 1, func(from, _ int) {
			if from == 3 {
				panic("row 3")
			}
			ended.Add(1)
		})
	}()
	if ended.Load() != 3 {
		t.Errorf("%d parts ended", ended.Load())
	}
}
