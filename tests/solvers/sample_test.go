// Package solvers_test gives PTX proofs to z3 and cvc5, which share nothing with
// this project, and wants their agreement; and planted faults, for their dissent.
package solvers_test

import (
	"github.com/shflgen/shflgen"
)

// sample is n specs spread evenly over every pattern without keys, type and op. Widths, mask
// modes, orders and distances take turns.
//
// Widths above 8 are few, as a solver reasons bit by bit where the compiler did
// more than copy terms.
func sample(n int, halves bool) []shflgen.Spec {
	var all []shflgen.Spec
	for _, p := range shflgen.Patterns() {
		if p.Keyed() { // by whose keys solvers do not end, but at widths of 1 and 2
			continue
		}
		for _, t := range shflgen.Types() {
			if t.Half() && !halves {
				continue
			}
			ops := []shflgen.Op{shflgen.Sum}
			if p.Reduces() {
				ops = shflgen.Ops()
			}
			for _, o := range ops {
				s := shflgen.NewSpec(p)
				s.Type, s.Op = t, o
				s = size(s, len(all))
				if s.Validate() == nil && !s.HasLane() { // which have a sample of their own
					all = append(all, s)
				}
			}
		}
	}
	if n >= len(all) {
		return all
	}
	var some []shflgen.Spec
	for i := range n {
		some = append(some, all[i*len(all)/n])
	}
	return some
}

// size sets what takes turns, by the number of the spec.
func size(s shflgen.Spec, i int) shflgen.Spec {
	widths := []int{5, 8, 3, 7, 4, 16, 6, 2, 8, 1, 12}
	if s.Pattern.PowerOfTwo() {
		widths = []int{4, 8, 2, 8, 16, 4, 1}
	}
	if s.Mask = shflgen.Member; i%4 == 3 {
		s.Mask = shflgen.Full
	}
	if s.Pattern.Reduces() && i%3 == 1 {
		s.Order = shflgen.Far
	}
	if s.Pattern.Block() {
		s.Block = []int{33, 5, 40, 8, 64, 35}[i%6]
		s.All = i%5 == 0
		return s
	}
	s.Width = widths[i%len(widths)]
	if s.Pattern.Batch() { // small: of what words hold more of, solvers decide little
		s.Width, s.N = min(s.Width, 4), 1+i%3
		switch {
		case s.Type.Bits() == 8:
			s.Width = min(s.Width, 2)
		case s.Type.Packed():
			s.N = 1
		}
		s.All = i%2 == 0
	}
	distance := i % s.Width
	switch s.Pattern.Distance() {
	case shflgen.ParamSrc:
		s.Src = distance
	case shflgen.ParamDelta:
		s.Delta = distance
	case shflgen.ParamXor:
		s.Xor = distance
	}
	return s
}
