package catalogue

import (
	"iter"

	"github.com/shflgen/shflgen"
)

// RowCols are column counts: about the sizes at which the kernel of a row changes its shape.
var RowCols = []int{
	1, 2, 3, 4, 5, 7, 8, 9, 15, 16, 17, 31, 32, 33, 63, 64, 65, 100, 127, 128, 129, 255, 256, 257, 500, 511, 512, 513,
	768, 1000, 1023, 1024, 1025, 1500, 2000, 2047, 2048, 2049, 3000, 4095, 4096, 4097, 5000, 8191, 8192, 8193,
	10000, 12288, 16384, 16385, 20000, 32767, 32768, 32769, 50257, 65536, 65537, 100000, 262144, 262145, 1000000,
}

// Rows is the part of the catalogue that reduces rows: float32 sums of every count of [RowCols],
// and every op and type at a few.
func Rows() iter.Seq[shflgen.Spec] {
	return func(yield func(shflgen.Spec) bool) {
		s := shflgen.NewSpec(shflgen.RowReduce)
		s.Type = shflgen.Float32
		for _, s.Cols = range RowCols {
			if !yield(s) {
				return
			}
		}
		n := 0
		for _, s.Type = range shflgen.Types() {
			for _, s.Op = range shflgen.Ops() {
				for _, s.Cols = range []int{3, 45, 100, 333, 1000, 4100} {
					n++
					if s.Op.On(s.Type) && !s.Type.Packed() && n%3 == 0 && !yield(s) {
						return
					}
				}
			}
		}
		for r := range sharedRows() {
			if !yield(r) {
				return
			}
		}
		s.Type = shflgen.Float32
		for _, s.In = range shflgen.StoredTypes() {
			for _, s.Op = range []shflgen.Op{shflgen.Sum, shflgen.Max, shflgen.Minimum, shflgen.ArgMax} {
				for _, s.Cols = range []int{5, 100, 1001, 4096} {
					if !yield(s) {
						return
					}
				}
			}
		}
	}
}

// sharedRows are rows that the blocks of a cluster share.
func sharedRows() iter.Seq[shflgen.Spec] {
	return func(yield func(shflgen.Spec) bool) {
		s := shflgen.NewSpec(shflgen.RowReduce)
		for _, s.Type = range []shflgen.Type{shflgen.Float32, shflgen.Int32, shflgen.Float64, shflgen.Bfloat16} {
			for _, s.Op = range []shflgen.Op{shflgen.Sum, shflgen.Max, shflgen.ArgMax} {
				for _, s.Cluster = range shflgen.Clusters()[2:] {
					s.Cols = 1100 * int(s.Cluster) * 32 / s.Type.Bits()
					if !yield(s) {
						return
					}
				}
			}
		}
	}
}

// MappedRows is the part of the catalogue that reduces what maps make of rows.
func MappedRows() iter.Seq[shflgen.Spec] {
	return func(yield func(shflgen.Spec) bool) {
		n := 0
		for s := range mapped(shflgen.RowReduce) {
			s.Cols = []int{5, 100, 1001, 139, 4100}[n%5]
			if n++; !yield(s) {
				return
			}
		}
	}
}

// mapped are the specs of a pattern on elements in memory with each map of the table.
func mapped(p shflgen.Pattern) iter.Seq[shflgen.Spec] {
	return func(yield func(shflgen.Spec) bool) {
		for _, kind := range shflgen.MapKinds() {
			for _, t := range []shflgen.Type{shflgen.Float32, shflgen.Int16, shflgen.Uint64, shflgen.Bfloat16, shflgen.Float64} {
				for _, in := range append([]shflgen.Stored{shflgen.AsType}, shflgen.StoredTypes()...) {
					for _, op := range []shflgen.Op{shflgen.Sum, shflgen.Maximum, shflgen.Min} {
						s := shflgen.NewSpec(p)
						s.Type, s.In, s.Op, s.Map = t, in, op, shflgen.KnownMap(kind)
						if !kind.On(t) || !op.On(t) || in != shflgen.AsType && t != shflgen.Float32 {
							continue
						}
						if !yield(s) {
							return
						}
					}
				}
			}
		}
	}
}

// Applied is the part of the catalogue that applies functions to rows: every function, on each type
// in memory, at counts at which the kernel changes its shape.
func Applied() iter.Seq[shflgen.Spec] {
	return func(yield func(shflgen.Spec) bool) {
		s := shflgen.NewSpec(shflgen.RowApply)
		s.Type = shflgen.Float32
		for _, s.F = range shflgen.AppliedFunctions() {
			for _, s.In = range append([]shflgen.Stored{shflgen.AsType}, shflgen.StoredTypes()...) {
				for _, s.Cols = range []int{1, 3, 8, 33, 100, 250, 768, 777, 1024, 4100, 20000} {
					if !yield(s) {
						return
					}
				}
			}
		}
		for _, s.F = range []shflgen.Applied{shflgen.Softmax, shflgen.LayerNorm} {
			for _, s.In = range []shflgen.Stored{shflgen.AsType, shflgen.StoredBfloat16} {
				for _, s.Cluster = range shflgen.Clusters()[2:] {
					s.Cols = 1100 * int(s.Cluster) * 32 / s.InType().Bits()
					if !yield(s) {
						return
					}
				}
			}
		}
	}
}

// RangedRows is the part of the catalogue that reduces rows of a range of lengths: each number of threads that share a
// row, one round and several, vectors of 2 to 16 elements.
func RangedRows() iter.Seq[shflgen.Spec] {
	return func(yield func(shflgen.Spec) bool) {
		row := func(least, most int, t shflgen.Type, op shflgen.Op, in shflgen.Stored, m *shflgen.Map) shflgen.Spec {
			s := shflgen.NewSpec(shflgen.RowReduce)
			s.Least, s.Cols, s.Type, s.Op, s.In, s.Map = least, most, t, op, in, m
			return s
		}
		for _, ends := range [][2]int{{1, 4}, {2, 13}, {1, 128}, {1, 200}, {3, 1024}, {1025, 2048}, {5000, 8192}, {20000, 32768}, {131073, 140000}, {140000, 400000}} {
			if !yield(row(ends[0], ends[1], shflgen.Float32, shflgen.Sum, shflgen.AsType, nil)) {
				return
			}
		}
		for _, s := range []shflgen.Spec{
			row(1, 100, shflgen.Int8, shflgen.Min, shflgen.AsType, nil), row(50, 700, shflgen.Float16, shflgen.Sum, shflgen.AsType, nil),
			row(100, 300, shflgen.Float64, shflgen.AbsMax, shflgen.AsType, nil), row(2049, 2100, shflgen.Int32, shflgen.Xor, shflgen.AsType, nil),
			row(1, 300, shflgen.Float32, shflgen.Max, shflgen.StoredBfloat16, nil), row(900, 2048, shflgen.Float32, shflgen.Sum, shflgen.StoredFloat16, nil),
			row(1, 200, shflgen.Float32, shflgen.Sum, shflgen.AsType, shflgen.KnownMap(shflgen.Product)),
			row(5, 500, shflgen.Uint64, shflgen.Max, shflgen.AsType, shflgen.KnownMap(shflgen.Square)),
			row(1, 3, shflgen.Int32, shflgen.ArgMin, shflgen.AsType, nil), row(1, 139, shflgen.Float32, shflgen.ArgMax, shflgen.AsType, nil),
			row(1, 200, shflgen.Float64, shflgen.ArgMin, shflgen.AsType, nil), row(3, 20, shflgen.Int16, shflgen.ArgMax, shflgen.AsType, nil),
			row(1, 300, shflgen.Float32, shflgen.ArgMax, shflgen.StoredBfloat16, nil), row(1, 333, shflgen.Float16, shflgen.ArgMin, shflgen.AsType, nil),
			row(1025, 1100, shflgen.Uint32, shflgen.ArgMin, shflgen.AsType, nil), row(1, 70, shflgen.Bfloat16, shflgen.ArgMin, shflgen.AsType, nil),
			row(1, 50, shflgen.Uint8, shflgen.ArgMax, shflgen.AsType, nil), row(40, 128, shflgen.Int64, shflgen.ArgMax, shflgen.AsType, nil),
			row(140000, 400000, shflgen.Float32, shflgen.ArgMax, shflgen.AsType, nil), row(300000, 400000, shflgen.Int32, shflgen.ArgMin, shflgen.AsType, nil),
			row(5000, 8192, shflgen.Float32, shflgen.ArgMax, shflgen.AsType, nil), row(20000, 32768, shflgen.Bfloat16, shflgen.ArgMax, shflgen.AsType, nil),
		} {
			if !yield(s) {
				return
			}
		}
	}
}
