package catalogue

import "github.com/shflgen/shflgen"

// compacts are the specs of compact on a type: of int32 every width, of the others every fifth;
// and three numbers of registers. They take turns in the memory that they may take.
func compacts(t shflgen.Type) []shflgen.Spec {
	s := shflgen.NewSpec(shflgen.Compact)
	s.Type = t
	var all []shflgen.Spec
	for s.Width = 1; s.Width <= shflgen.WarpSize; s.Width++ {
		s.N = 0
		s.Memory = shflgen.MemoryModes()[(s.Width/5+s.Width)%3]
		if t == shflgen.Int32 || s.Width%5 == int(t)%5 {
			all = append(all, s)
		}
		if s.Width%11 == int(t)%11 {
			s.N = 1 + s.Width%4
			all = append(all, s)
		}
	}
	return all
}
