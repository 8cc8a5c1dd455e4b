package catalogue

import "github.com/shflgen/shflgen/spec"

// keyedOf is the part of the catalogue with groups of equal keys, of one element type: sums and
// maxima in every mask mode, at two widths of every type and at more widths of two types, some with
// keys of 64 bits.
func keyedOf(t spec.Type) []spec.Spec {
	widths := []int{3, 8}
	if t == spec.Int32 || t == spec.Float32 {
		widths = []int{1, 2, 3, 4, 5, 7, 8, 11, 16, 21, 32}
	}
	var all []spec.Spec
	for i, w := range widths {
		for j, o := range []spec.Op{spec.Sum, spec.Max} {
			s := spec.NewSpec(spec.KeyedReduce)
			s.Type, s.Width, s.Op = t, w, o
			if (i+j)%3 == 1 {
				s.Params = spec.KeyedParams{Key: spec.Key64}
			}
			for _, s.Mask = range spec.MaskModes() {
				all = append(all, s)
			}
		}
	}
	return all
}
