package tape

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/shflgen/shflgen/internal/prover/bv"
)

func BenchmarkFloats(b *testing.B) {
	for _, f := range []bv.Format{bv.F32, bv.F64} {
		for _, op := range []bv.FloatOp{bv.FAdd, bv.FMul, bv.FMaxNaN, bv.FLt, bv.FUnordered} {
			r := rand.New(rand.NewPCG(1, 2))
			var rows [3][]uint64
			for i := range rows {
				rows[i] = make([]uint64, Batch)
				for j := range rows[i] {
					x := r.NormFloat64()
					rows[i][j] = math.Float64bits(x)
					if f == bv.F32 {
						rows[i][j] = uint64(math.Float32bits(float32(x)))
					}
				}
			}
			name := map[bv.Format]string{bv.F32: "float32", bv.F64: "float64"}[f]
			b.Run(name+"/"+map[bv.FloatOp]string{bv.FAdd: "add", bv.FMul: "mul", bv.FMaxNaN: "max", bv.FLt: "less",
				bv.FUnordered: "unordered"}[op], func(b *testing.B) {
				for b.Loop() {
					if f == bv.F32 {
						floats[float32](op, f, rows[0], rows[1], rows[2])
					} else {
						floats[float64](op, f, rows[0], rows[1], rows[2])
					}
				}
			})
		}
	}
}
