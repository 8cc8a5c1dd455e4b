package catalogue

import (
	"iter"

	"github.com/shflgen/shflgen/spec"
)

// Mapped is the part of the catalogue that combines what maps of the table make of the inputs of
// lanes or threads: every map with every op that takes it, on types of each class, in patterns and
// mask modes in turn.
func Mapped() iter.Seq[spec.Spec] {
	bases := []spec.Spec{}
	for _, p := range []spec.Pattern{spec.Reduce, spec.InclusiveScan, spec.XorReduce, spec.DownReduce, spec.ExclusiveScan,
		spec.BlockReduce, spec.BatchReduce} {
		for _, mask := range p.MaskModes() {
			s := spec.NewSpec(p)
			s.Mask = mask
			switch {
			case p.Block():
				s.Params = spec.BlockParams{Threads: 45}
			case p.Batch():
				s.N, s.Width = 3, 8
			default:
				s.Width = []int{8, 12, 32, 5, 16}[len(bases)%5]
			}
			if p == spec.XorReduce {
				s.Width = 8
			}
			bases = append(bases, s)
		}
	}
	return each(func(add func(...spec.Spec)) {
		n := 0
		for _, kind := range spec.MapKinds(spec.Reduce) {
			for _, t := range []spec.Type{spec.Int32, spec.Float32, spec.Uint8, spec.Int64, spec.Float64, spec.Float16} {
				for _, op := range spec.Ops() {
					for range bases { // the next that takes it
						s := bases[n%len(bases)]
						n++
						s.Type, s.Op, s.Map = t, op, spec.KnownMap(kind)
						if s.Validate() != nil {
							continue
						}
						add(s)
						break
					}
				}
			}
		}
	})
}
