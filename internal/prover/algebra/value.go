package algebra

import (
	"github.com/shflgen/shflgen"
	"github.com/shflgen/shflgen/internal/prover/bv"
)

// runValue is [Run] of a sort whose elements are keys: each lane gets the value of the lane that its
// key was in.
func runValue(d bv.Domain, s shflgen.Spec, in Input) (Outcome, error) {
	sh := s.Shape()
	keys, values := shflgen.Apart(sh, in.Elements)
	in.Elements = keys
	out, err := runFrom(d, s.KeyOnly(), in)
	if err != nil {
		return Outcome{}, err
	}
	n := len(values) / len(keys)
	var moved []bv.Value
	for _, from := range out.Numbers[0] {
		for leaf := range n {
			all := make([]bv.Value, sh.Lanes)
			for lane := range all {
				all[lane] = values[lane*n+leaf]
			}
			moved = append(moved, bv.At(d, from, all))
		}
	}
	out.Value = shflgen.Together(sh, out.Value, moved)
	if !s.From {
		out.Numbers = nil
	}
	return out, nil
}
