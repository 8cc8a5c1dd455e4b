// Package masks runs emitted CUDA on a GPU for all 2^32 masks, and holds every
// lane against a plain reference in the same kernel.
package masks

import (
	"slices"

	"github.com/shflgen/shflgen"
)

// fewWidths are the widths of all but movements of int32 and int32 sums, which run at every width.
var fewWidths = []int{1, 2, 7, 8, 16, 31, 32}

// modes are the mask modes with a mask argument.
var modes = []shflgen.MaskMode{shflgen.Member, shflgen.Active}

// Specs are the functions to run. In each mask mode, every pattern whose call takes a mask
// and one register a lane runs with:
//
//   - int32, and sum where it reduces, at every width;
//   - every other op on int32, at a few widths;
//   - argmin and argmax of float32, at a few widths;
//   - sums or movements of other types, at a few widths;
//   - movements of mask mode active with int32 and float64, at a few widths;
//   - at width 32 the maximum of floats, and argmin and argmax of 16 and 64 bits: hardware
//     computes these on integers.
func Specs() []shflgen.Spec {
	var all []shflgen.Spec
	for _, m := range modes {
		for _, p := range shflgen.Patterns() {
			if p.InMemory() { // it takes no mask
				continue
			}
			all = append(all, specsOf(p, m)...)
		}
	}
	return slices.DeleteFunc(all, func(s shflgen.Spec) bool { return s.Validate() != nil || !masksAlone(s) })
}

// masksAlone reports whether a call takes a mask and one register a lane, and nothing else,
// and combines or moves elements by the mask alone, which no sort does, and returns
// no count.
func masksAlone(s shflgen.Spec) bool {
	sh := s.Shape()
	return !sh.Block() && !sh.Array() && !sh.Keyed() && !s.Pattern.Sorts() && !s.Pattern.Counts()
}

// specsOf are the functions of one pattern and mask mode; some of them are not valid.
func specsOf(p shflgen.Pattern, m shflgen.MaskMode) []shflgen.Spec {
	var all []shflgen.Spec
	s := shflgen.NewSpec(p)
	s.Mask = m
	activeMoves := m == shflgen.Active && !p.Reduces() // at a few widths, of two types
	for w := 1; w <= shflgen.WarpSize; w++ {
		if s.Width = w; !activeMoves || slices.Contains(fewWidths, w) {
			all = append(all, distances(s)...)
		}
	}
	for _, w := range fewWidths {
		s.Width = w
		for _, t := range []shflgen.Type{shflgen.Float32, shflgen.Float64, shflgen.Int64, shflgen.Float16} {
			if s.Type = t; !activeMoves || t == shflgen.Float64 {
				all = append(all, distances(s)...)
			}
		}
		s.Type = shflgen.Int32
		if !p.Reduces() {
			continue
		}
		for _, op := range shflgen.Ops() {
			if with := s; op != shflgen.Sum && op.On(s.Type) {
				with.Op = op
				all = append(all, with)
				if op.HasLane() {
					with.Type = shflgen.Float32
					all = append(all, with)
				}
			}
		}
	}
	if p.Reduces() { // s.Width is the last of the few: 32
		for _, s.Type = range []shflgen.Type{shflgen.Float16, shflgen.Float32} {
			s.Op = shflgen.Max
			all = append(all, s)
		}
		for _, s.Type = range []shflgen.Type{shflgen.Int64, shflgen.Float16, shflgen.Float64} {
			for _, s.Op = range []shflgen.Op{shflgen.ArgMin, shflgen.ArgMax} {
				all = append(all, s)
			}
		}
	}
	return all
}

// distances are s with the distances 1 and half the width; s alone if it takes none.
func distances(s shflgen.Spec) []shflgen.Spec {
	at := func(d int) shflgen.Spec {
		s := s
		switch s.Pattern.Distance() {
		case shflgen.ParamSrc:
			s.Src = d
		case shflgen.ParamDelta:
			s.Delta = d
		case shflgen.ParamXor:
			s.Xor = d
		}
		return s
	}
	switch {
	case s.Pattern.Distance() == shflgen.NoParam:
		return []shflgen.Spec{s}
	case s.Width == 1:
		return []shflgen.Spec{at(0)}
	case s.Width < 4:
		return []shflgen.Spec{at(1)}
	}
	return []shflgen.Spec{at(1), at(s.Width / 2)}
}
