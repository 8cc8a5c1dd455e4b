package ref

import (
	"testing"

	"github.com/shflgen/shflgen"
)

// TestSources holds the table of sources against the rule of each shuffle, and against
// an element's way around a segment.
func TestSources(t *testing.T) {
	for _, p := range []shflgen.Pattern{shflgen.Shfl, shflgen.ShflUp, shflgen.ShflDown, shflgen.ShflXor, shflgen.Rotate} {
		for width := 1; width <= 32; width++ {
			s := shflgen.NewSpec(p)
			s.Width, s.Src, s.Delta, s.Xor = width, width/2, width/3, width/2
			got, err := Sources(s)
			if err != nil || len(got) != 32 {
				t.Fatal(got, err)
			}
			for i, j := range got {
				base, whole := s.Shape().Segment(i)
				want := NoSource
				switch {
				case p == shflgen.Rotate && !whole:
					want = i
				case p == shflgen.Rotate:
					want = base + (i-base+s.Delta)%width
				case whole:
					if from, inRange := Source(s, i); inRange {
						want = from
					}
				}
				if j != want {
					t.Errorf("%v: lane %d reads %d, want %d", s.Args(), i, j, want)
				}
			}
		}
	}
	if sources, err := Sources(shflgen.NewSpec(shflgen.Reduce)); sources != nil || err != nil {
		t.Errorf("a reduction moves elements: %v, %v", sources, err)
	}
}
