// Package masks runs emitted CUDA on a GPU for all 2^32 masks, and holds every
// lane against a plain reference in the same kernel.
package masks

import (
	"slices"

	"github.com/shflgen/shflgen/spec"
)

// fewWidths are the widths of all but movements of int32 and int32 sums, which run at every width.
var fewWidths = []int{1, 2, 7, 8, 16, 31, 32}

// modes are the mask modes with a mask argument.
var modes = []spec.MaskMode{spec.Member, spec.Active}

// Specs are the functions to run. In each mask mode, every pattern with a mask and one
// register a lane runs with:
//
//   - int32, and sum where it reduces, at every width;
//   - every other op on int32, at a few widths;
//   - argmin and argmax of float32, at a few widths;
//   - sums or movements of other types, at a few widths;
//   - movements of mask mode active with int32 and float64, at a few widths;
//   - at width 32 the maximum of floats, and argmin and argmax of 16 and 64 bits: hardware
//     computes these on integers.
func Specs() []spec.Spec {
	var all []spec.Spec
	for _, m := range modes {
		for _, p := range spec.Patterns() {
			if p.InMemory() { // it takes no mask
				continue
			}
			all = append(all, specsOf(p, m)...)
		}
	}
	return slices.DeleteFunc(all, func(s spec.Spec) bool { return s.Validate() != nil || !masksAlone(s) })
}

// masksAlone reports whether a call takes a mask and one register a lane, and nothing else,
// and combines or moves elements by the mask alone, which no sort does, and returns
// no count.
func masksAlone(s spec.Spec) bool {
	sh := s.Shape()
	return !sh.Block() && !sh.Array() && !sh.Keyed() && !s.Pattern.Sorts() && !s.Pattern.Counts()
}

// specsOf are the functions of one pattern and mask mode; some of them are not valid.
func specsOf(p spec.Pattern, m spec.MaskMode) []spec.Spec {
	var all []spec.Spec
	s := spec.NewSpec(p)
	s.Mask = m
	activeMoves := m == spec.Active && !p.Reduces() // at a few widths, of two types
	for w := 1; w <= spec.WarpSize; w++ {
		if s.Width = w; !activeMoves || slices.Contains(fewWidths, w) {
			all = append(all, distances(s)...)
		}
	}
	for _, w := range fewWidths {
		s.Width = w
		for _, t := range []spec.Type{spec.Float32, spec.Float64, spec.Int64, spec.Float16} {
			if s.Type = t; !activeMoves || t == spec.Float64 {
				all = append(all, distances(s)...)
			}
		}
		s.Type = spec.Int32
		if !p.Reduces() {
			continue
		}
		for _, op := range spec.Ops() {
			if with := s; op != spec.Sum && op.On(s.Type) {
				with.Op = op
				all = append(all, with)
				if op.HasLane() {
					with.Type = spec.Float32
					all = append(all, with)
				}
			}
		}
	}
	if p.Reduces() { // s.Width is the last of the few: 32
		for _, s.Type = range []spec.Type{spec.Float16, spec.Float32} {
			s.Op = spec.Max
			all = append(all, s)
		}
		for _, s.Type = range []spec.Type{spec.Int64, spec.Float16, spec.Float64} {
			for _, s.Op = range []spec.Op{spec.ArgMin, spec.ArgMax} {
				all = append(all, s)
			}
		}
	}
	return all
}

// distances are s with the distances 1 and half the width; s alone if it takes none.
func distances(s spec.Spec) []spec.Spec {
	switch {
	case s.Pattern.Distance() == spec.NoParam:
		return []spec.Spec{s}
	case s.Width == 1:
		return []spec.Spec{s.WithDistance(0)}
	case s.Width < 4:
		return []spec.Spec{s.WithDistance(1)}
	}
	return []spec.Spec{s.WithDistance(1), s.WithDistance(s.Width / 2)}
}
