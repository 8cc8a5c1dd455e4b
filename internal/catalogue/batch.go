package catalogue

import "github.com/shflgen/shflgen"

// batchOps are the types and ops at which the catalogue has batch-reduce.
var batchOps = []struct {
	on shflgen.Type
	op shflgen.Op
}{{shflgen.Int32, shflgen.Sum}, {shflgen.Float32, shflgen.Sum}, {shflgen.Float32, shflgen.Max}, {shflgen.Float16, shflgen.Sum}, {shflgen.Int8, shflgen.Sum}, {shflgen.Uint64, shflgen.Sum}}

// batches are the specs of batch-reduce on a type: half of the pairs of ten widths
// and ten numbers of registers for each op, every one in every mask mode; a third
// of them with every result in every lane, a fifth in the order far.
func batches(t shflgen.Type) []shflgen.Spec {
	var all []shflgen.Spec
	for i, row := range batchOps {
		if row.on != t {
			continue
		}
		for j, w := range []int{1, 2, 3, 4, 7, 8, 16, 17, 31, 32} {
			for k, n := range []int{1, 2, 3, 4, 5, 8, 16, 32, 33, 64} {
				if (i+j+k)%2 == 1 {
					continue
				}
				s := shflgen.NewSpec(shflgen.BatchReduce)
				s.Type, s.Op, s.Width, s.N, s.All = t, row.op, w, n, (i+j+k/2)%3 == 0
				if (i+2*j+k/2)%5 == 0 {
					s.Order = shflgen.Far
				}
				for _, m := range shflgen.BatchReduce.MaskModes() {
					s.Mask = m
					all = append(all, s)
				}
			}
		}
	}
	return all
}
