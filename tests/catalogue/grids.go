package catalogue

import (
	"iter"
	"slices"

	"github.com/shflgen/shflgen/spec"
)

// GridLengths are lengths of arrays: about the sizes at which the kernel changes its shape.
var GridLengths = []int{
	0, 1, 2, 3, 7, 8, 9, 15, 16, 17, 31, 32, 33, 100, 255, 1000, 1023, 1024, 1025, 4095, 4096, 4097, 8191, 8192, 8193,
	16383, 16384, 16385, 24577, 40000, 65535, 65536, 65537, 100000, 131071, 131073, 1<<20 + 1,
}

// ColumnRows and ColumnCols are numbers of rows and columns of matrices: about those at which the kernel changes its
// shape.
var (
	ColumnRows = []int{0, 1, 2, 7, 8, 9, 31, 33, 63, 64, 65, 200, 255, 256, 257, 513, 1100, 4095, 4096, 4097, 20000, 33000}
	ColumnCols = []int{1, 3, 4, 32, 127, 128, 130, 768, 1001, 4096}
)

// Grids is the part of the catalogue that reduces arrays: every op and type.
func Grids() iter.Seq[spec.Spec] { return reductions(spec.GridReduce) }

// ColReductions is the part of the catalogue that reduces columns: every op and type.
func ColReductions() iter.Seq[spec.Spec] { return reductions(spec.ColReduce) }

// reductions are those of a pattern by every op on every type.
func reductions(p spec.Pattern) iter.Seq[spec.Spec] {
	return each(func(add func(...spec.Spec)) {
		s := spec.NewSpec(p)
		for _, s.Type = range spec.Types() {
			for _, s.Op = range spec.Ops() {
				if s.Op.On(s.Type) && s.Pattern.On(s.Type) && s.Pattern.Takes(s.Op) {
					add(s)
				}
			}
		}
		s.Type = spec.Float32
		for _, in := range spec.StoredTypes() {
			s.Params = spec.GridParams{In: in}
			for _, s.Op = range spec.Ops() {
				if s.Op.On(s.Type) && s.Pattern.Takes(s.Op) {
					add(s)
				}
			}
		}
	})
}

// MappedGrids is the part of the catalogue that reduces what maps make of arrays.
func MappedGrids() iter.Seq[spec.Spec] { return slices.Values(mapped(spec.GridReduce)) }

// MappedColReductions is the part of the catalogue that reduces what maps make of columns.
func MappedColReductions() iter.Seq[spec.Spec] { return slices.Values(mapped(spec.ColReduce)) }
