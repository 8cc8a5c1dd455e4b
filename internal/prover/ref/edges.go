package ref

import (
	"math"
	"slices"
	"sync"

	"github.com/shflgen/shflgen/spec"
)

// Same reports whether two elements of type t are the same bits, or both NaN in
// the same places.
func Same(t spec.Type, a, b uint64) bool {
	if t.Packed() {
		half := t.Elem()
		return Same(half, a&0xffff, b&0xffff) && Same(half, a>>16, b>>16)
	}
	if a == b {
		return true
	}
	return t.Class() == spec.Float && math.IsNaN(Decode(t, a)) && math.IsNaN(Decode(t, b))
}

// Edges are the elements of type t where code goes wrong: the limits, both
// zeros, both infinities, NaNs, the ends of the denormals, and a few plain ones. All callers share
// the slice: they ask for each element that they draw.
func Edges(t spec.Type) []uint64 { return edges()[t] }

var edges = sync.OnceValue(func() [][]uint64 {
	var all [][]uint64 // by type
	for _, t := range spec.Types() {
		all = append(all, slices.Clip(edgesOf(t)))
	}
	return all
})

func edgesOf(t spec.Type) []uint64 {
	if t.Packed() {
		half := edgesOf(t.Elem())
		var pairs []uint64
		for i, lo := range half {
			hi := half[(i*5+3)%len(half)]
			pairs = append(pairs, lo|hi<<16)
		}
		return pairs
	}
	bits := t.Bits()
	ones := ^uint64(0) >> (64 - bits)
	top := ones ^ ones>>1
	if t.Class() != spec.Float {
		return []uint64{0, 1, 2, 3, ones, ones - 1, top, top - 1, top + 1, 0x55 & ones, 0x6b}
	}
	one := Encode(t, 1)
	inf := Encode(t, math.Inf(1))
	ulp := uint64(1)
	minNormal := ulp << (bits - 1 - t.ExpBits())
	positive := []uint64{
		0, ulp, minNormal - 1, minNormal, one, one + 1, Encode(t, 3), Encode(t, 0.1),
		Encode(t, 1e4), inf - 1, inf, inf + 1, Encode(t, math.NaN()) | 5,
	}
	all := positive
	for _, x := range positive {
		all = append(all, x|top)
	}
	return all
}
