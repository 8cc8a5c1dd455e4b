package gen

import (
	"math/rand/v2"
	"testing"

	"github.com/shflgen/shflgen/gen/internal/network"
	"github.com/shflgen/shflgen/spec"
	"github.com/shflgen/shflgen/tests/extent"
)

// TestLoweringsOf64Lanes checks every lowering and every pass on a target with warps of 64 lanes.
func TestLoweringsOf64Lanes(t *testing.T) {
	extent.NotQuick(t, "takes seconds")
	for _, s := range extent.Drawn(t, sample(t), 4, 4) {
		if s = s.OnWarp(64); s.Width == spec.WarpSize && !s.Pattern.TakesPerm() {
			s.Width = 64
		}
		if err := s.Validate(); err != nil {
			t.Errorf("%s: %v", s.Header(), err)
			continue
		}
		stages(t, s, func(name string, n *network.Network) {
			if diff := differs(n, 1); diff != "" {
				t.Errorf("%s: %s:\n%s", s.Header(), name, diff)
			}
		})
	}
}

// TestSumOf64Lanes wants the sum of each segment's members in each of its lanes.
func TestSumOf64Lanes(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 9))
	for _, width := range []int{1, 3, 32, 33, 48, 63, 64} {
		s := spec.NewSpec(spec.Reduce).OnWarp(64)
		s.Width = width
		stages(t, s, func(name string, n *network.Network) {
			c := callOf(s, rng)
			c.Apply = func(_ *network.Fn, a, b uint64) uint64 { return a + b }
			out, err := network.Interpret(n, c)
			if err != nil {
				t.Fatalf("%s: %v", name, err)
			}
			for lane := range 64 / width * width {
				sum := uint64(0)
				for i := lane - lane%width; i < lane-lane%width+width; i++ {
					if c.Members[i] {
						sum += c.Elements[0][i]
					}
				}
				if got := out.Elements[0][lane]; got != sum {
					t.Errorf("width %d, %s, lane %d: got %#x, want %#x", width, name, lane, got, sum)
				}
			}
		})
	}
}
