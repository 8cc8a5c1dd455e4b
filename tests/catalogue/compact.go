package catalogue

import "github.com/shflgen/shflgen/spec"

// compacts are the specs of compact on a type: of int32 every width, of the others every fifth;
// and three numbers of registers. They take turns in the memory that they may take.
func compacts(t spec.Type) []spec.Spec {
	s := spec.NewSpec(spec.Compact)
	s.Type = t
	var all []spec.Spec
	for s.Width = 1; s.Width <= spec.WarpSize; s.Width++ {
		s.N = 0
		s.Params = spec.MoveParams{Memory: spec.MemoryModes()[(s.Width/5+s.Width)%3]}
		if t == spec.Int32 || s.Width%5 == int(t)%5 {
			all = append(all, s)
		}
		if s.Width%11 == int(t)%11 {
			s.N = 1 + s.Width%4
			all = append(all, s)
		}
	}
	return all
}
