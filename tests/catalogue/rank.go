package catalogue

import "github.com/shflgen/shflgen/spec"

// ranks are the specs of rank: every third width in one mask mode, some in each, with keys of
// both sizes.
func ranks() []spec.Spec {
	s := spec.NewSpec(spec.Rank)
	var all []spec.Spec
	for s.Width = 1; s.Width <= spec.WarpSize; s.Width++ {
		for i, m := range spec.MaskModes() {
			s.Mask = m
			s.Params = spec.KeyedParams{Key: spec.KeyTypes()[(s.Width+i)%2]}
			if each := s.Width == 1 || s.Width == 12 || s.Width == spec.WarpSize; each || s.Width%9 == 3*i {
				all = append(all, s)
			}
		}
	}
	return all
}
