package ref

import (
	"fmt"
	"math"
	"slices"

	"github.com/shflgen/shflgen/spec"
)

// Mapped are the elements that are made of the inputs of a call: the leaves of each. Nothing is made for a lane that
// is no member, as a user's function may panic there: its leaves are 0.
func Mapped(s spec.Spec, mask []uint32, in []uint64) []uint64 {
	sh := s.Shape()
	inputs := spec.Cut(sh, in).Mapped
	var all []uint64
	for i := range sh.Elements() {
		if !sh.Member(mask, i%sh.Lanes) {
			all = append(all, make([]uint64, sh.Leaves())...)
			continue
		}
		var args []uint64
		for k, p := range sh.Mapped() {
			n := len(p.Leaves())
			for _, x := range inputs[k][i*n : (i+1)*n] {
				if !p.Role.OfRow() {
					x = widened(s, x)
				}
				args = append(args, x)
			}
		}
		all = append(all, applyMap(s, args)...)
	}
	return all
}

// widened is an input as it is mapped.
func widened(s spec.Spec, x uint64) uint64 {
	narrow := s.InType()
	switch {
	case s.In() == spec.AsType:
		return x
	case !s.In().Integer():
		return Encode(spec.Float32, Decode(narrow, x))
	case narrow.Class() == spec.Signed:
		return integers{s.Type}.keep(uint64(int64(x<<(64-narrow.Bits())) >> (64 - narrow.Bits())))
	}
	return x
}

// applyMap is the element that a map makes of the leaves of all inputs of a lane; without one, the input.
func applyMap(s spec.Spec, args []uint64) []uint64 {
	if s.Map == nil {
		return args
	}
	switch t := s.Type; s.Map.Kind {
	case spec.UserMap:
		return s.Map.Apply(slices.Clone(args))
	case spec.Square:
		return []uint64{Apply(spec.Prod, t, args[0], args[0])}
	case spec.Product:
		return []uint64{Apply(spec.Prod, t, args[0], args[1])}
	case spec.Abs:
		return []uint64{abs(t, args[0])}
	case spec.Nonzero:
		return []uint64{min(args[0], 1)}
	case spec.ScaledProduct, spec.NormedProduct:
		var in []float32
		for _, x := range args {
			in = append(in, math.Float32frombits(uint32(x)))
		}
		return []uint64{uint64(math.Float32bits(MapOfRow(float32s{}, s, in)))}
	}
	panic(fmt.Sprintf("ref: unexpected map %s", s.Map.Kind))
}

// MapOfRow is a map of the table that takes values of a row: the last ones.
func MapOfRow[V any](r Reals[V], s spec.Spec, in []V) V {
	a, b, scale := in[0], in[1], in[len(in)-1]
	if s.Map.Kind == spec.NormedProduct {
		b = r.Sub(b, in[2])
	}
	return r.Mul(a, r.Mul(b, scale))
}

// abs is the magnitude of a number: of a float without its sign, of an integer modulo 2^bits.
func abs(t spec.Type, x uint64) uint64 {
	switch {
	case t.Packed():
		return abs(t.Elem(), x&0xffff) | abs(t.Elem(), x>>16)<<16
	case t.Class() == spec.Float:
		return x & (1<<(t.Bits()-1) - 1)
	}
	return integers{t}.keep(magnitude(t, x))
}

// forget takes back what a map leaves unspecified: in lanes past the last whole segment, and where
// no member contributed and the op has no identity. There are no elements to keep.
func forget(a *Answer, s spec.Spec, present func(i int) bool) {
	if s.Map == nil {
		return
	}
	sh := s.Shape()
	for i := range a.Gets {
		_, whole := sh.Segment(i % sh.Lanes)
		if s.HasLane() { // a lane of no segment still has the index -1
			a.Specified[i] = a.Specified[i] && whole
			continue
		}
		a.Gets[i] = a.Gets[i] && whole && (present(i) || !s.KeepsWithoutMembers())
	}
}
