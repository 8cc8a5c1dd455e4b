package algebra

import (
	"slices"

	"github.com/shflgen/shflgen/internal/prover/bv"
	"github.com/shflgen/shflgen/internal/prover/encoding"
	"github.com/shflgen/shflgen/internal/prover/ref"
	"github.com/shflgen/shflgen/spec"
)

// ScanningUser is [Scanning] of a user's operator. An element is its leaves.
func ScanningUser(d bv.Domain, s spec.Spec) (alg ref.Algebra[element, bv.Value, bv.Value],
	in func([]bv.Value) []element, out func([]element) []bv.Value) {
	n := len(s.Combined().Leaves())
	in = func(x []bv.Value) (all []element) {
		for one := range slices.Chunk(x, n) {
			all = append(all, element{leaves(slices.Clone(one)), d.Const(1, 1)})
		}
		return all
	}
	out = func(x []element) (all []bv.Value) {
		for _, e := range x {
			all = append(all, e.x...)
		}
		return all
	}
	return user{elements: elements{truths{d}}, fns: Functions(s)}, in, out
}

// Scanning runs the reference of parts of a scan of an array on the values of d. Elements go in by in and come back by
// out, which an op that orders them by an encoding needs.
func Scanning(d bv.Domain, s spec.Spec) (alg ref.Algebra[bv.Value, bv.Value, bv.Value], in,
	out func([]bv.Value) []bv.Value) {
	e, ok := encoding.Of(s)
	if !ok {
		same := func(x []bv.Value) []bv.Value { return x }
		return algebraOf(d, s), same, same
	}
	_, integers, _ := s.Encoded()
	each := func(by func(bv.Domain, bv.Value) bv.Value) func([]bv.Value) []bv.Value {
		return func(x []bv.Value) (all []bv.Value) {
			for _, v := range x {
				all = append(all, convert(d, s.Type, v, by))
			}
			return all
		}
	}
	return algebraOf(d, integers), each(e.Encode), each(e.Decode)
}
