package catalogue

import (
	"iter"
	"slices"

	"github.com/shflgen/shflgen/spec"
)

// ScanLengths are lengths of arrays that are scanned: about those of pieces, rows, strips and tiles, and about the
// numbers of tiles at which nodes of another level begin.
var ScanLengths = []int{
	0, 1, 2, 3, 4, 5, 31, 32, 33, 63, 64, 65, 100, 127, 128, 129, 511, 512, 513, 1000, 1023, 1024, 1025, 2047, 2049, 3583,
	3585,
	4095, 4096, 4097, 8191, 8192, 8193, 12289, 31*4096 + 1, 32*4096 - 1, 32 * 4096, 32*4096 + 1, 33*4096 - 1, 33*4096 + 5,
	100*4096 + 77,
}

// MadeScans is the part of the catalogue that scans what is made of arrays: by maps of the table, and by widening.
func MadeScans() iter.Seq[spec.Spec] {
	return each(func(add func(...spec.Spec)) {
		nth, maps := 0, spec.MapKinds(spec.GridInclusiveScan)
		for _, in := range slices.Concat([]spec.Stored{spec.AsType}, spec.StoredTypes(), spec.StoredIntegers()) {
			for kind := range len(maps) + 1 { // the last: none
				for _, t := range spec.ScanTypes() {
					for _, op := range spec.Ops() {
						s := spec.NewSpec([]spec.Pattern{spec.GridInclusiveScan, spec.GridExclusiveScan}[nth%2])
						s.Params = spec.GridParams{In: in}
						if s.Type, s.Op = t, op; kind < len(maps) {
							s.Map = spec.KnownMap(maps[kind])
						}
						if !s.Made() || s.Ready() != nil {
							continue
						}
						nth++
						add(s)
					}
				}
			}
		}
	})
}

// GridScans is the part of the catalogue that scans arrays: every op and type.
func GridScans() iter.Seq[spec.Spec] {
	return each(func(add func(...spec.Spec)) {
		for _, p := range []spec.Pattern{spec.GridInclusiveScan, spec.GridExclusiveScan} {
			s := spec.NewSpec(p)
			for _, s.Type = range spec.ScanTypes() {
				for _, s.Op = range spec.Ops() {
					if s.Op.On(s.Type) && p.Takes(s.Op) {
						add(s)
					}
				}
			}
		}
	})
}
