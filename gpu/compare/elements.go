package compare

import (
	"github.com/shflgen/shflgen/internal/prover/ref"
	"github.com/shflgen/shflgen/spec"
	"github.com/shflgen/shflgen/tests/compiled"
)

// composites are the types of package geom, laid out by hand: a machine with a GPU need not have
// the go command. A test compares them with what the package declares.
func composites() []*spec.Element {
	const path = "github.com/shflgen/shflgen/gpu/geom"
	scalar := spec.ScalarElement
	triple, err := spec.ArrayElement(3, scalar(spec.Uint16))
	if err != nil {
		panic(err)
	}
	var all []*spec.Element
	for _, t := range []struct {
		name   string
		fields []spec.Field
	}{
		{"Vec3", []spec.Field{{Name: "X", Elem: scalar(spec.Float32)}, {Name: "Y", Elem: scalar(spec.Float32)},
			{Name: "Z", Elem: scalar(spec.Float32)}}},
		{"Point", []spec.Field{{Name: "A", Elem: scalar(spec.Int8)}, {Name: "B", Elem: scalar(spec.Int32)},
			{Name: "C", Elem: scalar(spec.Uint8)},
			{Name: "Alive", Elem: spec.BoolElement()}, {Name: "D", Elem: scalar(spec.Float64)}, {Name: "E", Elem: triple}}},
	} {
		e, err := spec.StructElement(t.fields)
		if err != nil {
			panic(err)
		}
		all = append(all, e.Named(spec.TypeName{Name: t.name, Package: "geom", Path: path, Ref: path + "." + t.name}))
	}
	return all
}

// layoutOf is how the elements of a spec lie in memory.
func layoutOf(s spec.Spec) compiled.Layout {
	if value, ok := s.Shape().Takes(spec.ValueRole); ok { // a struct of both
		pair, err := spec.StructElement([]spec.Field{
			{Name: "key", Elem: spec.ScalarElement(s.Type)}, {Name: "value", Elem: spec.ScalarElement(value.Type)},
		})
		if err != nil {
			panic(err)
		}
		return compiled.Layout{Leaves: pair.Leaves(), Size: pair.Size()}
	}
	return compiled.Layout{Leaves: s.Shape().Element().Leaves(), Size: s.Bits() / 8}
}

// same reports whether two values of a leaf are equal: of a scalar up to the payload of a NaN.
func (c *calls) same(i int, a, b uint64) bool {
	if c.spec.KeepsPayloads() || c.spec.Sort().Value != nil && i%len(c.layout.Leaves) > 0 {
		return a == b
	}
	return ref.Same(c.layout.Leaf(i).Type, a, b)
}
