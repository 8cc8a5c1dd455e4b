package rows

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/shflgen/shflgen/internal/prover/operator"
	"github.com/shflgen/shflgen/internal/prover/ref"
	"github.com/shflgen/shflgen/spec"
)

// TestLinked: functions that are linked in have the types and the meaning of those that are loaded, and give a row the
// same result.
func TestLinked(t *testing.T) {
	const pkg = "github.com/shflgen/shflgen/tests/userops."
	for _, names := range [][2]string{{"MergeMoments", "LiftMoments"}, {"MergeSoftmax", "LiftSoftmax"},
		{"MergeSpreads", "LiftSpread"}, {"MergeSummaries", "LiftSummary"}} {
		s := spec.NewSpec(spec.RowReduce)
		s.Mask, s.Op, s.User, s.Map = spec.Full, spec.User, spec.UnresolvedOp(pkg+names[0]), spec.UnresolvedMap(pkg+names[1])
		s.Params = spec.RowParams{Cols: 37}
		loaded, _, err := operator.Resolve(s, ".", ".", false)
		if err != nil {
			t.Fatal(err)
		}
		if s.Map, err = linked(s.Map); err == nil {
			s, err = linkedOp(s)
		}
		if err != nil {
			t.Fatal(err)
		}
		if s.Elem.Size() != loaded.Elem.Size() || !slices.Equal(s.Elem.Leaves(), loaded.Elem.Leaves()) ||
			!slices.Equal(s.User.Identity, loaded.User.Identity) {
			t.Errorf("%s: %v with identity %v, loaded %v, %v", s.User, s.Elem.Leaves(), s.User.Identity, loaded.Elem.Leaves(),
				loaded.User.Identity)
		}
		in := ref.Sample(rand.New(rand.NewPCG(1, 2)), s, 3)
		got, err := ref.Call(s, nil, in)
		if err != nil {
			t.Fatal(err)
		}
		want, err := ref.Call(loaded, nil, in)
		if err != nil {
			t.Fatal(err)
		}
		for i, l := range s.Elem.Leaves() {
			if !ref.Same(l.Type, got.Value[i].Bits, want.Value[i].Bits) {
				t.Errorf("%s%s: %#x, loaded %#x", s.User, l.Path, got.Value[i].Bits, want.Value[i].Bits)
			}
		}
	}
}
