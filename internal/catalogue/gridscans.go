package catalogue

import (
	"iter"
	"slices"

	"github.com/shflgen/shflgen"
)

// ScanLengths are lengths of arrays that are scanned: about those of pieces, rows, strips and tiles, and about the numbers of tiles
// at which nodes of another level begin.
var ScanLengths = []int{
	0, 1, 2, 3, 4, 5, 31, 32, 33, 63, 64, 65, 100, 127, 128, 129, 511, 512, 513, 1000, 1023, 1024, 1025, 2047, 2049, 3583, 3585,
	4095, 4096, 4097, 8191, 8192, 8193, 12289, 31*4096 + 1, 32*4096 - 1, 32 * 4096, 32*4096 + 1, 33*4096 - 1, 33*4096 + 5, 100*4096 + 77,
}

// MadeScans is the part of the catalogue that scans what is made of arrays: by maps of the table, and by widening.
func MadeScans() iter.Seq[shflgen.Spec] {
	return func(yield func(shflgen.Spec) bool) {
		nth := 0
		for _, in := range slices.Concat([]shflgen.Stored{shflgen.AsType}, shflgen.StoredTypes(), shflgen.StoredIntegers()) {
			for kind := range len(shflgen.MapKinds()) + 1 { // the last: none
				for _, t := range shflgen.ScanTypes() {
					for _, op := range shflgen.Ops() {
						s := shflgen.NewSpec([]shflgen.Pattern{shflgen.GridInclusiveScan, shflgen.GridExclusiveScan}[nth%2])
						if s.Type, s.Op, s.In = t, op, in; kind < len(shflgen.MapKinds()) {
							s.Map = shflgen.KnownMap(shflgen.MapKinds()[kind])
						}
						if !s.Made() || s.Ready() != nil {
							continue
						}
						if nth++; !yield(s) {
							return
						}
					}
				}
			}
		}
	}
}

// GridScans is the part of the catalogue that scans arrays: every op and type.
func GridScans() iter.Seq[shflgen.Spec] {
	return func(yield func(shflgen.Spec) bool) {
		for _, p := range []shflgen.Pattern{shflgen.GridInclusiveScan, shflgen.GridExclusiveScan} {
			s := shflgen.NewSpec(p)
			for _, s.Type = range shflgen.ScanTypes() {
				for _, s.Op = range shflgen.Ops() {
					if s.Op.On(s.Type) && p.Takes(s.Op) && !yield(s) {
						return
					}
				}
			}
		}
	}
}
