package ref

import (
	"math"
	"testing"

	"github.com/shflgen/shflgen/spec"
)

// TestSources holds the table of sources against the rule of each shuffle, and against
// an element's way around a segment.
func TestSources(t *testing.T) {
	for _, p := range []spec.Pattern{spec.Shfl, spec.ShflUp, spec.ShflDown, spec.ShflXor, spec.Rotate} {
		for width := 1; width <= 32; width++ {
			s := spec.NewSpec(p)
			s.Width = width
			s = s.WithDistance(width / 2)
			if p.Distance() == spec.ParamDelta {
				s = s.WithDistance(width / 3)
			}
			got, err := Sources(s)
			if err != nil || len(got) != 32 {
				t.Fatal(got, err)
			}
			for i, j := range got {
				base, whole := s.Shape().Segment(i)
				want := NoSource
				switch {
				case p == spec.Rotate && !whole:
					want = i
				case p == spec.Rotate:
					want = base + (i-base+s.Distance())%width
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
	if sources, err := Sources(spec.NewSpec(spec.Reduce)); sources != nil || err != nil {
		t.Errorf("a reduction moves elements: %v, %v", sources, err)
	}
}

// TestDistances holds what a distance of the caller gives against the same constant, which
// the remainder is by adding widths, and against nobody's source out of range.
func TestDistances(t *testing.T) {
	for _, p := range []spec.Pattern{spec.Shfl, spec.ShflUp, spec.ShflDown, spec.ShflXor, spec.Rotate} {
		for _, width := range []int{1, 2, 5, 8, 12, 31, 32} {
			for _, distance := range []int64{0, math.MinInt64, math.MaxInt64, math.MinInt32, math.MaxInt32, 1 << 32, 1<<32 + 1,
				1<<40 - 3} {
				for d := distance - 64; d != distance+65; d++ { // wraps at the ends
					holdsDistance(t, p, width, d)
				}
			}
		}
	}
}

// holdsDistance checks one distance.
func holdsDistance(t *testing.T, p spec.Pattern, width int, d int64) {
	t.Helper()
	given := spec.NewSpec(p)
	given.Width = width
	constant := given
	given = given.WithDistance(spec.AtRunTime)
	rest := d
	for p.Wraps() && (rest < 0 || rest >= int64(width)) {
		step := max(int64(width), rest/int64(2*width)*int64(width), -(rest / int64(2*width) * int64(width)))
		if rest < 0 {
			step = -step
		}
		rest -= step
	}
	const mask = 0xf0f0_3c5a
	in := make([]uint64, spec.WarpSize)
	for i := range in {
		in[i] = uint64(100 + i)
	}
	got, err := Call(given, []uint32{mask}, append(in[:len(in):len(in)], uint64(d)))
	if err != nil {
		t.Fatal(err)
	}
	want := Answer{Pred: make([]bool, len(in))}
	for _, x := range in {
		want.Value = append(want.Value, Element{x, true})
	}
	if 0 <= rest && rest < int64(width) {
		constant = constant.WithDistance(int(rest))
		for i := range in {
			if base := i - i%width; base+width > len(in) {
				continue
			}
			if j, inRange := Source(constant, i); inRange && mask>>j&1 == 1 {
				want.Value[i], want.Pred[i] = Element{in[j], true}, true
			}
		}
	}
	for i := range in {
		if got.Value[i] != want.Value[i] || p.HasPred() && got.Pred[i] != want.Pred[i] {
			t.Fatalf("%v with %d: lane %d gets %v, %v", given.Args(), d, i, got.Value[i], want.Value[i])
		}
	}
}
