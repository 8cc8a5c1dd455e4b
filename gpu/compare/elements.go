package compare

import (
	"math/rand/v2"

	"github.com/shflgen/shflgen/gpu/arrays"
	"github.com/shflgen/shflgen/internal/prover/ref"
	"github.com/shflgen/shflgen/spec"
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

// layout is how the elements of a spec lie in memory.
type layout struct {
	leaves []spec.Leaf
	size   int // of an element
}

func layoutOf(s spec.Spec) layout {
	if value, ok := s.Shape().Takes(spec.ValueRole); ok { // a struct of both
		pair, err := spec.StructElement([]spec.Field{
			{Name: "key", Elem: spec.ScalarElement(s.Type)}, {Name: "value", Elem: spec.ScalarElement(value.Type)},
		})
		if err != nil {
			panic(err)
		}
		return layout{pair.Leaves(), pair.Size()}
	}
	return layout{s.Shape().Element().Leaves(), s.Bits() / 8}
}

// leaf is the leaf that a value is.
func (l layout) leaf(value int) spec.Leaf { return l.leaves[value%len(l.leaves)] }

// pack lays out the leaves of elements. The bytes between them have a pattern of their own.
func (l layout) pack(values []uint64) []byte {
	b := make([]byte, len(values)/len(l.leaves)*l.size)
	for i := range b {
		b[i] = 0x5e
	}
	for i, x := range values {
		copy(b[i/len(l.leaves)*l.size+l.leaf(i).Offset:], arrays.Words(l.leaf(i).Type.Bits()/8, x))
	}
	return b
}

// unpack reads the leaves of elements.
func (l layout) unpack(b []byte) []uint64 {
	values := make([]uint64, len(b)/l.size*len(l.leaves))
	for i := range values {
		at := i/len(l.leaves)*l.size + l.leaf(i).Offset
		values[i] = arrays.Word(b[at : at+l.leaf(i).Type.Bits()/8])
	}
	return values
}

// value is a random value of a leaf.
func (l layout) value(rng *rand.Rand, i, style int) uint64 {
	t := l.leaf(i).Type
	if l.leaf(i).Bool {
		return rng.Uint64() & 1
	}
	edges, keep := ref.Edges(t), ^uint64(0)>>(64-t.Bits())
	x := rng.Uint64() & keep
	switch {
	case style == 0 || rng.IntN(5) == 0:
		x = edges[rng.IntN(len(edges))]
	case style == 1:
		x = uint64(rng.IntN(7)) & keep
	}
	return x
}

// same reports whether two values of a leaf are equal: of a scalar up to the payload of a NaN.
func (c *calls) same(i int, a, b uint64) bool {
	if c.spec.KeepsPayloads() || c.spec.Sort().Value != nil && i%len(c.layout.leaves) > 0 {
		return a == b
	}
	return ref.Same(c.layout.leaf(i).Type, a, b)
}
