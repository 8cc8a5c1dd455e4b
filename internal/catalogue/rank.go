package catalogue

import "github.com/shflgen/shflgen"

// ranks are the specs of rank: every third width in one mask mode, some in each, with keys of
// both sizes.
func ranks() []shflgen.Spec {
	s := shflgen.NewSpec(shflgen.Rank)
	var all []shflgen.Spec
	for s.Width = 1; s.Width <= shflgen.WarpSize; s.Width++ {
		for i, m := range shflgen.MaskModes() {
			s.Mask, s.Key = m, shflgen.KeyTypes()[(s.Width+i)%2]
			if each := s.Width == 1 || s.Width == 12 || s.Width == shflgen.WarpSize; each || s.Width%9 == 3*i {
				all = append(all, s)
			}
		}
	}
	return all
}
