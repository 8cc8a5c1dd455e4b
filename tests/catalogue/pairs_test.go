package catalogue

import (
	"math"
	"slices"
	"testing"

	"github.com/shflgen/shflgen/spec"
)

// TestPairs: with every pattern, each two values of two flags that the catalogue has are in its
// pairs, and fewer specs have all of them.
func TestPairs(t *testing.T) {
	type two struct {
		pattern spec.Pattern
		values  [2]any
	}
	pairsOf := func(s spec.Spec) (all []two) {
		size := s.Width + s.Block().Threads
		for i, values := 0, []any{s.Type, s.Op, s.Mask, s.Order, size, s.Distance()}; i < len(values); i++ {
			for _, v := range values[i+1:] {
				all = append(all, two{s.Pattern, [2]any{values[i], v}})
			}
		}
		return all
	}
	have := map[two]bool{}
	n, before := 0, 0
	for s := range Pairs(All(), math.MaxInt) {
		n++
		for _, p := range pairsOf(s) {
			have[p] = true
		}
	}
	for s := range All() {
		before++
		for _, p := range pairsOf(s) {
			if !have[p] {
				t.Fatalf("%s has %v, and none of the pairs has", s.Header(), p.values)
			}
		}
	}
	if n > before/4 {
		t.Errorf("%d of %d specs are in the pairs", n, before)
	}
}

// TestRest: of the specs without a new pair every n-th is there.
func TestRest(t *testing.T) {
	s := spec.NewSpec(spec.Reduce)
	other := s
	other.Width = 8
	specs := []spec.Spec{s, other, s, s, s, s, spec.NewSpec(spec.Rank)}
	for rest, want := range map[int]int{1: 7, 2: 5, 5: 3} {
		if got := slices.Collect(Pairs(slices.Values(specs), rest)); len(got) != want {
			t.Errorf("with every %d. of the rest: %d specs, want %d", rest, len(got), want)
		}
	}
}
