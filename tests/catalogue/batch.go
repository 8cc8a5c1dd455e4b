package catalogue

import "github.com/shflgen/shflgen/spec"

// batchOps are the types and ops at which the catalogue has batch-reduce.
var batchOps = []struct {
	on spec.Type
	op spec.Op
}{{spec.Int32, spec.Sum}, {spec.Float32, spec.Sum}, {spec.Float32, spec.Max}, {spec.Float16, spec.Sum},
	{spec.Int8, spec.Sum}, {spec.Uint64, spec.Sum}}

// batches are the specs of batch-reduce on a type: half of the pairs of ten widths
// and ten numbers of registers for each op, every one in every mask mode; a third
// of them with every result in every lane, a fifth in the order far.
func batches(t spec.Type) []spec.Spec {
	var all []spec.Spec
	for i, row := range batchOps {
		if row.on != t {
			continue
		}
		for j, w := range []int{1, 2, 3, 4, 7, 8, 16, 17, 31, 32} {
			for k, n := range []int{1, 2, 3, 4, 5, 8, 16, 32, 33, 64} {
				if (i+j+k)%2 == 1 {
					continue
				}
				s := spec.NewSpec(spec.BatchReduce)
				s.Type, s.Op, s.Width, s.N = t, row.op, w, n
				s.Params = spec.BatchParams{All: (i+j+k/2)%3 == 0}
				if (i+2*j+k/2)%5 == 0 {
					s.Order = spec.Far
				}
				for _, m := range spec.BatchReduce.MaskModes() {
					s.Mask = m
					all = append(all, s)
				}
			}
		}
	}
	return all
}
