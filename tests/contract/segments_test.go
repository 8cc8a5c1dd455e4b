package contract

import (
	"fmt"
	"strings"
	"testing"

	"github.com/shflgen/shflgen/gen"
	"github.com/shflgen/shflgen/internal/prover/ref"
	"github.com/shflgen/shflgen/spec"
)

// TestSegments reads out of the contract how the warp is cut: the reference has to sum ones to the lanes of a
// segment, in these lanes alone.
func TestSegments(t *testing.T) {
	for w := 1; w <= spec.WarpSize; w++ {
		s := specOf(t, fmt.Sprintf("-pattern reduce -mask full -width %d", w))
		ones := make([]uint64, s.Shape().Inputs())
		for i := range ones {
			ones[i] = 1
		}
		got, err := ref.Call(s, nil, ones)
		if err != nil {
			t.Fatal(err)
		}
		lanes := 0
		for i := range spec.WarpSize {
			if got.Gets[i] && got.Value[i].Bits != uint64(w) && i < spec.WarpSize/w*w {
				t.Errorf("width %d: the segment of lane %d has %d lanes", w, i, got.Value[i].Bits)
			}
			if got.Gets[i] && i < spec.WarpSize/w*w {
				lanes++
			}
		}
		segments, sentence := lanes/w, ""
		switch {
		case w == 1:
			sentence = "Every lane is a segment of its own."
		case w == spec.WarpSize:
			continue // "the warp"
		case segments == 1:
			sentence = fmt.Sprintf("The segment is the first %d lanes.", w)
		default:
			sentence = fmt.Sprintf("The warp is cut into %d segments of %d lanes.", segments, w)
		}
		for _, l := range gen.Langs() {
			if src := emitted(t, s, l); !strings.Contains(src, "\n// "+sentence) {
				t.Errorf("width %d, %s: no sentence %q", w, l, sentence)
			}
		}
	}
}

// TestEqualBits: where a contract says that equal elements have the same bits, no two others are equal in the
// reference's order.
func TestEqualBits(t *testing.T) {
	said := 0
	for _, typ := range spec.Types() {
		s := spec.NewSpec(spec.Sort)
		s.Type = typ
		s.Params = spec.SortParams{Stable: true}
		if s.Validate() != nil || !strings.Contains(emitted(t, s, gen.CUDA), "Equal elements have the same bits") {
			continue
		}
		said++
		for _, a := range ref.Edges(typ) {
			for _, b := range ref.Edges(typ) {
				least, greatest := ref.Apply(spec.Min, typ, a, b), ref.Apply(spec.Max, typ, a, b)
				if (least == greatest) != (a == b) {
					t.Errorf("%s: %#x and %#x are equal: %t", typ, a, b, least == greatest)
				}
			}
		}
	}
	if said < 8 {
		t.Errorf("%d types have the sentence", said)
	}
}
