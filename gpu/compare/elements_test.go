package compare

import (
	"slices"
	"testing"
	"unsafe"

	"github.com/shflgen/shflgen/gpu/geom"
	"github.com/shflgen/shflgen/internal/userpkg"
	"github.com/shflgen/shflgen/spec"
)

// TestCompositesAreDeclared compares the types laid out by hand with those of the package.
func TestCompositesAreDeclared(t *testing.T) {
	for _, e := range composites() {
		s := spec.NewSpec(spec.Shfl)
		s.Type, s.Elem = spec.Composite, spec.UnresolvedElement(e.TypeName().Ref)
		s, _, err := userpkg.Resolve(s, ".", ".", true, nil)
		if err != nil {
			t.Fatal(err)
		}
		if !slices.Equal(s.Elem.Leaves(), e.Leaves()) || s.Elem.Size() != e.Size() || s.Elem.TypeName() != e.TypeName() {
			t.Errorf("%s is declared with %v, laid out with %v", e, s.Elem.Leaves(), e.Leaves())
		}
	}
	if composites()[1].Size() != int(unsafe.Sizeof(geom.Point{})) {
		t.Error("the size of geom.Point")
	}
}

// TestTwinOfComposites runs a twin on structs, and ones that move a field wrongly.
func TestTwinOfComposites(t *testing.T) {
	s := spec.NewSpec(spec.Shfl)
	s.Type, s.Elem = spec.Composite, composites()[1]
	s.Params = spec.ShuffleParams{Distance: 1}
	right := func(mask uint32, x *[32]geom.Point) uint32 {
		if mask>>1&1 == 0 {
			return 0
		}
		for i := range x {
			x[i] = x[1]
		}
		return ^uint32(0)
	}
	for _, test := range []struct {
		name string
		f    func(mask uint32, x *[32]geom.Point) uint32
		want bool
	}{
		{"right", right, true},
		{"a bool wrong", func(mask uint32, x *[32]geom.Point) uint32 {
			p := right(mask, x)
			x[9].Alive = !x[9].Alive
			return p
		}, false},
		{"two elements of an array swapped", func(mask uint32, x *[32]geom.Point) uint32 {
			p := right(mask, x)
			x[31].E[0], x[31].E[1] = x[31].E[1], x[31].E[0]
			return p
		}, false},
		{"one element not moved", func(mask uint32, x *[32]geom.Point) uint32 {
			kept := x[4].D
			p := right(mask, x)
			x[4].D = kept
			return p
		}, false},
	} {
		c := newCalls(s, 60, 1)
		want := c.expect()
		var r Report
		r.twins(c, test.f, want)
		if (r.Mismatches == 0) != test.want || r.TwinComparisons != 60*32*(len(s.Elem.Leaves())+1) {
			t.Errorf("%s: %d mismatches of %d: %v", test.name, r.Mismatches, r.TwinComparisons, r.First)
		}
	}
}
