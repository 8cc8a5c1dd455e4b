// Package masks runs emitted CUDA on a GPU for all 2^32 masks, and holds every
// lane against a plain reference in the same kernel.
package masks

import (
	"slices"

	"github.com/shflgen/shflgen"
)

// some are the widths at which what is not an int32 sum is tried.
var some = []int{1, 2, 7, 8, 16, 31, 32}

// modes are the mask modes that take a mask.
var modes = []shflgen.MaskMode{shflgen.Member, shflgen.Active}

// Specs are the functions that are run, in each mask mode: for int32 every
// warp-level pattern without keys, sum where it reduces, at every width; every other op on
// int32, argmin and argmax of float32, and sums of a few other types, at some widths; and over
// whole warps maxima of floats and winners of 16 and 64 bits, which are of integers in hardware.
func Specs() []shflgen.Spec {
	var all []shflgen.Spec
	for _, m := range modes {
		for _, p := range shflgen.Patterns() {
			if !p.Block() && !p.Batch() && !p.Keyed() { // of masks alone
				all = append(all, of(p, m)...)
			}
		}
	}
	return slices.DeleteFunc(all, func(s shflgen.Spec) bool { return s.Validate() != nil })
}

// of are the functions of one pattern and mask mode, with some that are not valid.
func of(p shflgen.Pattern, m shflgen.MaskMode) []shflgen.Spec {
	var all []shflgen.Spec
	s := shflgen.NewSpec(p)
	s.Mask = m
	for w := 1; w <= shflgen.WarpSize; w++ {
		s.Width = w
		all = append(all, distances(s)...)
	}
	for _, w := range some {
		s.Width = w
		for _, t := range []shflgen.Type{shflgen.Float32, shflgen.Float64, shflgen.Int64, shflgen.Float16} {
			s.Type = t
			all = append(all, distances(s)...)
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
	if p.Reduces() { // of the last width, a whole warp
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

// distances gives s the distances 1 and half the width, if it takes one.
func distances(s shflgen.Spec) []shflgen.Spec {
	to := func(d int) shflgen.Spec {
		of := s
		switch s.Pattern.Distance() {
		case shflgen.ParamSrc:
			of.Src = d
		case shflgen.ParamDelta:
			of.Delta = d
		case shflgen.ParamXor:
			of.Xor = d
		}
		return of
	}
	switch {
	case s.Pattern.Distance() == shflgen.NoParam:
		return []shflgen.Spec{s}
	case s.Width == 1:
		return []shflgen.Spec{to(0)}
	case s.Width < 4:
		return []shflgen.Spec{to(1)}
	}
	return []shflgen.Spec{to(1), to(s.Width / 2)}
}
