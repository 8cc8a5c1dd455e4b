package catalogue

import (
	"iter"
	"slices"

	"github.com/shflgen/shflgen/spec"
)

// RunTime is the part of the catalogue in which the caller gives the distances: of int32 eight
// widths in one mask mode and two of them in each, and of the other types whole warps.
func RunTime() iter.Seq[spec.Spec] { return slices.Values(runTime()) }

func runTime() []spec.Spec {
	return listed(func(add func(...spec.Spec)) {
		n := 0
		for _, p := range spec.Patterns() {
			if p.Distance() == spec.NoParam {
				continue
			}
			for _, t := range spec.Types() {
				for _, w := range []int{1, 3, 7, 8, 12, 16, 27, spec.WarpSize} {
					n++
					common := t == spec.Int32
					if !common && w != spec.WarpSize {
						continue
					}
					for i, m := range spec.MaskModes() {
						all := w == spec.WarpSize || w == 12
						if i != n%3 && !(common && all) {
							continue
						}
						for _, s := range given(p, t, w, m) {
							if s.Validate() == nil { // not of movements of registers
								add(s)
							}
						}
					}
				}
			}
		}
	})
}

// given are the specs of a pattern, type, width and mask mode in which the caller gives the
// distances: one for all lanes, and of shfl one a lane.
func given(p spec.Pattern, t spec.Type, width int, m spec.MaskMode) []spec.Spec {
	s := spec.NewSpec(p)
	s.Type, s.Width, s.Mask = t, width, m
	s = s.WithDistance(spec.AtRunTime)
	if p.Distance() != spec.ParamSrc || width == 27 { // of 32 remainders modulo 27 the diagrams are too large for a proof
		return []spec.Spec{s}
	}
	return []spec.Spec{s, s.WithDistance(spec.PerLane)}
}
