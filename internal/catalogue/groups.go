package catalogue

import "github.com/shflgen/shflgen"

// keyedOf is the part of the catalogue with groups of equal keys, of one element type: sums and
// maxima in every mask mode, at two widths of every type and at more widths of two types, some with
// keys of 64 bits.
func keyedOf(t shflgen.Type) []shflgen.Spec {
	widths := []int{3, 8}
	if t == shflgen.Int32 || t == shflgen.Float32 {
		widths = []int{1, 2, 3, 4, 5, 7, 8, 11, 16, 21, 32}
	}
	var all []shflgen.Spec
	for i, w := range widths {
		for j, o := range []shflgen.Op{shflgen.Sum, shflgen.Max} {
			s := shflgen.NewSpec(shflgen.KeyedReduce)
			s.Type, s.Width, s.Op = t, w, o
			if (i+j)%3 == 1 {
				s.Key = shflgen.Key64
			}
			for _, s.Mask = range shflgen.MaskModes() {
				all = append(all, s)
			}
		}
	}
	return all
}
