package catalogue

import (
	"iter"

	"github.com/shflgen/shflgen"
)

// Mapped is the part of the catalogue that combines what maps of the table make of the inputs of
// lanes or threads: every map with every op that takes it, on types of each class, in patterns and
// mask modes in turn.
func Mapped() iter.Seq[shflgen.Spec] {
	bases := []shflgen.Spec{}
	for _, p := range []shflgen.Pattern{shflgen.Reduce, shflgen.InclusiveScan, shflgen.XorReduce, shflgen.DownReduce, shflgen.ExclusiveScan, shflgen.BlockReduce, shflgen.BatchReduce} {
		for _, mask := range p.MaskModes() {
			s := shflgen.NewSpec(p)
			s.Mask = mask
			switch {
			case p.Block():
				s.Block = 45
			case p.Batch():
				s.N, s.Width = 3, 8
			default:
				s.Width = []int{8, 12, 32, 5, 16}[len(bases)%5]
			}
			if p == shflgen.XorReduce {
				s.Width = 8
			}
			bases = append(bases, s)
		}
	}
	return func(yield func(shflgen.Spec) bool) {
		n := 0
		for _, kind := range shflgen.MapKinds() {
			for _, t := range []shflgen.Type{shflgen.Int32, shflgen.Float32, shflgen.Uint8, shflgen.Int64, shflgen.Float64, shflgen.Float16} {
				for _, op := range shflgen.Ops() {
					for range bases { // the next that takes it
						s := bases[n%len(bases)]
						n++
						s.Type, s.Op, s.Map = t, op, shflgen.KnownMap(kind)
						if s.Validate() != nil {
							continue
						}
						if !yield(s) {
							return
						}
						break
					}
				}
			}
		}
	}
}
