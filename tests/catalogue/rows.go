package catalogue

import (
	"iter"

	"github.com/shflgen/shflgen/spec"
)

// RowCols are column counts: about the sizes at which the kernel of a row changes its shape.
var RowCols = []int{
	1, 2, 3, 4, 5, 7, 8, 9, 15, 16, 17, 31, 32, 33, 63, 64, 65, 100, 127, 128, 129, 255, 256, 257, 500, 511, 512, 513,
	768, 1000, 1023, 1024, 1025, 1500, 2000, 2047, 2048, 2049, 3000, 4095, 4096, 4097, 5000, 8191, 8192, 8193,
	10000, 12288, 16384, 16385, 20000, 32767, 32768, 32769, 50257, 65536, 65537, 100000, 262144, 262145, 1000000,
}

// Rows is the part of the catalogue that reduces rows: float32 sums of every count of [RowCols],
// and every op and type at a few.
func Rows() iter.Seq[spec.Spec] {
	return each(func(add func(...spec.Spec)) {
		s := spec.NewSpec(spec.RowReduce)
		s.Type = spec.Float32
		for _, cols := range RowCols {
			add(s.OfCols(cols))
		}
		n := 0
		for _, s.Type = range spec.Types() {
			for _, s.Op = range spec.Ops() {
				for _, cols := range []int{3, 45, 100, 333, 1000, 4100} {
					n++
					if s.Op.On(s.Type) && !s.Type.Packed() && n%3 == 0 {
						add(s.OfCols(cols))
					}
				}
			}
		}
		add(sharedRows()...)
		s.Type = spec.Float32
		for _, cols := range []int{3, 100, 1000, 4100, 20000} {
			for _, s.Op = range []spec.Op{spec.Sum, spec.ArgMax} {
				s.Params = spec.RowParams{Cols: cols, Aligned: true}
				add(s)
				s.Params = spec.RowParams{Cols: cols, In: spec.StoredBfloat16, Aligned: true}
				add(s)
			}
			s.Op, s.Map = spec.Sum, spec.KnownMap(spec.Product)
			s.Params = spec.RowParams{Cols: cols, Aligned: true}
			add(s)
			s.Map = nil
		}
		for _, in := range spec.StoredTypes() {
			for _, s.Op = range []spec.Op{spec.Sum, spec.Max, spec.Minimum, spec.ArgMax} {
				for _, cols := range []int{5, 100, 1001, 4096} {
					s.Params = spec.RowParams{Cols: cols, In: in}
					add(s)
				}
			}
		}
	})
}

// sharedRows are rows that the blocks of a cluster share.
func sharedRows() []spec.Spec {
	return listed(func(add func(...spec.Spec)) {
		s := spec.NewSpec(spec.RowReduce)
		for _, s.Type = range []spec.Type{spec.Float32, spec.Int32, spec.Float64, spec.Bfloat16} {
			for _, s.Op = range []spec.Op{spec.Sum, spec.Max, spec.ArgMax} {
				for _, blocks := range spec.Clusters()[2:] {
					s.Params = spec.RowParams{Cols: 1100 * int(blocks) * 32 / s.Type.Bits(), Cluster: blocks}
					add(s)
				}
			}
		}
	})
}

// MappedRows is the part of the catalogue that reduces what maps make of rows.
func MappedRows() iter.Seq[spec.Spec] {
	return each(func(add func(...spec.Spec)) {
		n := 0
		for _, s := range mapped(spec.RowReduce) {
			s = s.OfCols([]int{5, 100, 1001, 139, 4100}[n%5])
			n++
			add(s)
		}
	})
}

// mapped are the specs of a pattern on elements in memory with each map of the table.
func mapped(p spec.Pattern) []spec.Spec {
	return listed(func(add func(...spec.Spec)) {
		for _, kind := range spec.MapKinds(p) {
			for _, t := range []spec.Type{spec.Float32, spec.Int16, spec.Uint64, spec.Bfloat16, spec.Float64} {
				for _, in := range append([]spec.Stored{spec.AsType}, spec.StoredTypes()...) {
					for _, op := range []spec.Op{spec.Sum, spec.Maximum, spec.Min} {
						s := spec.NewSpec(p)
						s.Type, s.Op, s.Map = t, op, spec.KnownMap(kind)
						if !kind.On(t) || !op.On(t) || in != spec.AsType && t != spec.Float32 {
							continue
						}
						if in != spec.AsType {
							s = s.With("in", in)
						}
						add(s)
					}
				}
			}
		}
	})
}

// Applied is the part of the catalogue that applies functions to rows: every function, on each type
// in memory, at counts at which the kernel changes its shape.
func Applied() iter.Seq[spec.Spec] {
	return each(func(add func(...spec.Spec)) {
		s := spec.NewSpec(spec.RowApply)
		s.Type = spec.Float32
		for _, f := range spec.AppliedFunctions() {
			for _, in := range append([]spec.Stored{spec.AsType}, spec.StoredTypes()...) {
				for _, cols := range []int{1, 3, 8, 33, 100, 250, 768, 777, 1024, 4100, 20000} {
					s.Params = spec.RowParams{Cols: cols, In: in, F: f}
					add(s)
				}
			}
		}
		for _, cols := range []int{3, 64, 100, 250, 768, 1003, 4096, 20000} {
			for _, in := range []spec.Stored{spec.AsType, spec.StoredBfloat16} {
				for _, f := range []spec.Applied{spec.Softmax, spec.LayerNorm, spec.LogSumExp, spec.CrossEntropy,
					spec.ResidualRMSNorm, spec.LayerNormGrad} {
					s.Params = spec.RowParams{Cols: cols, In: in, F: f, Aligned: true}
					add(s)
				}
			}
		}
		for _, f := range []spec.Applied{spec.Softmax, spec.LayerNorm, spec.LogSumExp, spec.CrossEntropy,
			spec.ResidualRMSNorm} {
			for _, in := range []spec.Stored{spec.AsType, spec.StoredBfloat16} {
				for _, blocks := range spec.Clusters()[2:] {
					s.Params = spec.RowParams{In: in, F: f, Cluster: blocks}
					add(s.OfCols(1100 * int(blocks) * 32 / s.InType().Bits()))
				}
			}
		}
	})
}

// RangedRows is the part of the catalogue that reduces rows of a range of lengths: each number of threads that share a
// row, one round and several, vectors of 2 to 16 elements.
func RangedRows() iter.Seq[spec.Spec] {
	return each(func(add func(...spec.Spec)) {
		row := func(least, most int, t spec.Type, op spec.Op, in spec.Stored, m *spec.Map) spec.Spec {
			s := spec.NewSpec(spec.RowReduce)
			s.Type, s.Op, s.Map = t, op, m
			s.Params = spec.RowParams{Least: least, Cols: most, In: in}
			return s
		}
		for _, ends := range [][2]int{{1, 4}, {2, 13}, {1, 128}, {1, 200}, {3, 1024}, {1025, 2048}, {5000, 8192},
			{20000, 32768}, {131073, 140000}, {140000, 400000}} {
			add(row(ends[0], ends[1], spec.Float32, spec.Sum, spec.AsType, nil))
		}
		add(
			row(1, 100, spec.Int8, spec.Min, spec.AsType, nil), row(50, 700, spec.Float16, spec.Sum, spec.AsType, nil),
			row(100, 300, spec.Float64, spec.AbsMax, spec.AsType, nil), row(2049, 2100, spec.Int32, spec.Xor, spec.AsType, nil),
			row(1, 300, spec.Float32, spec.Max, spec.StoredBfloat16, nil),
			row(900, 2048, spec.Float32, spec.Sum, spec.StoredFloat16, nil),
			row(1, 200, spec.Float32, spec.Sum, spec.AsType, spec.KnownMap(spec.Product)),
			row(5, 500, spec.Uint64, spec.Max, spec.AsType, spec.KnownMap(spec.Square)),
			row(1, 3, spec.Int32, spec.ArgMin, spec.AsType, nil), row(1, 139, spec.Float32, spec.ArgMax, spec.AsType, nil),
			row(1, 200, spec.Float64, spec.ArgMin, spec.AsType, nil), row(3, 20, spec.Int16, spec.ArgMax, spec.AsType, nil),
			row(1, 300, spec.Float32, spec.ArgMax, spec.StoredBfloat16, nil),
			row(1, 333, spec.Float16, spec.ArgMin, spec.AsType, nil),
			row(1025, 1100, spec.Uint32, spec.ArgMin, spec.AsType, nil),
			row(1, 70, spec.Bfloat16, spec.ArgMin, spec.AsType, nil),
			row(1, 50, spec.Uint8, spec.ArgMax, spec.AsType, nil), row(40, 128, spec.Int64, spec.ArgMax, spec.AsType, nil),
			row(140000, 400000, spec.Float32, spec.ArgMax, spec.AsType, nil),
			row(300000, 400000, spec.Int32, spec.ArgMin, spec.AsType, nil),
			row(5000, 8192, spec.Float32, spec.ArgMax, spec.AsType, nil),
			row(20000, 32768, spec.Bfloat16, spec.ArgMax, spec.AsType, nil),
		)
	})
}

// RangedApplied is the part of the catalogue that applies functions to rows of a range of lengths: every function, on
// each type in memory, rows of a warp and of several, that stay in registers and that are read again.
func RangedApplied() iter.Seq[spec.Spec] {
	return each(func(add func(...spec.Spec)) {
		s := spec.NewSpec(spec.RowApply)
		s.Type = spec.Float32
		for i, f := range spec.AppliedFunctions() {
			if f == spec.CrossEntropy || f == spec.LogSoftmaxGrad { // which take no range
				continue
			}
			for k, in := range append([]spec.Stored{spec.AsType}, spec.StoredTypes()...) {
				if f.OfSum() != f && in != spec.AsType { // nor these
					continue
				}
				ends := [][2]int{{1, 9}, {5, 139}, {3, 40}, {1, 300}}[(i+k)%4]
				s.Params = spec.RowParams{Least: ends[0], Cols: ends[1], In: in, F: f}
				add(s)
			}
		}
		for _, ends := range [][2]int{{1, 1024}, {1025, 1100}, {3000, 4096}, {10000, 16384}} {
			for _, f := range []spec.Applied{spec.Softmax, spec.LayerNorm} {
				s.Params = spec.RowParams{Least: ends[0], Cols: ends[1], F: f}
				add(s)
			}
		}
	})
}
