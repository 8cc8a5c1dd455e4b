package catalogue

import (
	"iter"

	"github.com/shflgen/shflgen"
)

// RunTime is the part of the catalogue whose distances the caller gives: of int32 eight
// widths in one mask mode and two of them in each, and of the other types whole warps.
func RunTime() iter.Seq[shflgen.Spec] {
	return func(yield func(shflgen.Spec) bool) {
		n := 0
		for _, p := range shflgen.Patterns() {
			if p.Distance() == shflgen.NoParam {
				continue
			}
			for _, t := range shflgen.Types() {
				for _, w := range []int{1, 3, 7, 8, 12, 16, 27, shflgen.WarpSize} {
					n++
					common := t == shflgen.Int32
					if !common && w != shflgen.WarpSize {
						continue
					}
					for i, m := range shflgen.MaskModes() {
						all := w == shflgen.WarpSize || w == 12
						if i != n%3 && !(common && all) {
							continue
						}
						for _, s := range given(p, t, w, m) {
							if s.Validate() == nil && !yield(s) { // not of movements of registers
								return
							}
						}
					}
				}
			}
		}
	}
}

// given are the specs of a pattern, type, width and mask mode whose distances the caller
// gives: one for all lanes, and of shfl one a lane.
func given(p shflgen.Pattern, t shflgen.Type, width int, m shflgen.MaskMode) []shflgen.Spec {
	s := shflgen.NewSpec(p)
	s.Type, s.Width, s.Mask = t, width, m
	switch p.Distance() {
	case shflgen.ParamDelta:
		s.Delta = shflgen.AtRunTime
	case shflgen.ParamXor:
		s.Xor = shflgen.AtRunTime
	case shflgen.ParamSrc:
		s.Src = shflgen.AtRunTime
		if width == 27 { // of 32 remainders modulo 27 the diagrams are too large for a proof
			return []shflgen.Spec{s}
		}
		each := s
		each.Src = shflgen.PerLane
		return []shflgen.Spec{s, each}
	}
	return []shflgen.Spec{s}
}
