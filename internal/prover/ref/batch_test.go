package ref

import (
	"math/rand/v2"
	"testing"

	"github.com/shflgen/shflgen/spec"
)

// TestBatchIsReduceByRegister holds a batch against a reduction of each register by
// itself, and what is not named against the input.
func TestBatchIsReduceByRegister(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	for try := range 400 {
		s := spec.NewSpec(spec.BatchReduce)
		s.Width, s.N = 1+rng.IntN(32), 1+rng.IntN(64)
		s.Params = spec.BatchParams{All: try%2 == 0}
		s.Type = []spec.Type{spec.Int8, spec.Float32, spec.Float16x2}[try%3]
		s.Order = spec.Orders()[try/2%2]
		mask := []uint32{rng.Uint32() | rng.Uint32()*uint32(try%5/4)}
		in := Sample(rng, s, try)
		got, named := after(t, s, mask, in)
		want := append([]uint64(nil), in...)
		wantNamed := make([]bool, len(in))
		one := s
		one.Pattern, one.N, one.Params = spec.Reduce, 0, nil
		for k := range s.N {
			reduced, reaches := after(t, one, mask, in[32*k:32*k+32])
			for lane, x := range reduced {
				switch at := 32*(k/s.Width) + lane; {
				case lane >= 32/s.Width*s.Width: // keeps its element
					wantNamed[32*k+lane] = true
				case s.All() && reaches[lane]:
					want[32*k+lane], wantNamed[32*k+lane] = x, true
				case !s.All() && reaches[lane] && lane%s.Width == k%s.Width:
					want[at], wantNamed[at] = x, true
				}
			}
		}
		for i := range want {
			if !Same(s.Type, got[i], want[i]) || named[i] != wantNamed[i] {
				t.Fatalf("%v: element %d: %#x, named %v; want %#x, %v", s.Args(), i, got[i], named[i], want[i], wantNamed[i])
			}
		}
	}
}
