// Package solvers_test gives PTX proofs to z3 and cvc5, which share no code with this project.
// They must prove what the prover proves, and refute planted faults.
package solvers_test

import (
	"github.com/shflgen/shflgen/spec"
)

// sample is n specs spread evenly over patterns, types and ops. Widths, mask modes, orders and
// distances alternate. Groups of equal keys, sorts and counts of members are left out; argmin and
// argmax have their own sample.
//
// Widths above 8 are few: a solver reasons bit by bit where the compiler did more than copy.
func sample(n int, halves bool) []spec.Spec {
	var all []spec.Spec
	for _, p := range spec.Patterns() {
		if p.Keyed() || p.Sorts() || p.Picks() || p.Counts() || p.Row() { // solvers decide widths 1 and 2 only
			continue
		}
		for _, t := range spec.Types() {
			if t.Half() && !halves {
				continue
			}
			ops := []spec.Op{spec.Sum}
			if p.Reduces() {
				ops = spec.Ops()
			}
			for _, o := range ops {
				s := spec.NewSpec(p)
				s.Type, s.Op = t, o
				s = size(s, len(all))
				// TestEncodings asks the law of these: whole functions take too long
				_, _, encoded := s.Encoded()
				if s.Validate() == nil && !encoded && !s.HasLane() { // argMinMax has those with a lane
					all = append(all, s)
				}
			}
		}
	}
	if n >= len(all) {
		return all
	}
	var some []spec.Spec
	for i := range n {
		some = append(some, all[i*len(all)/n])
	}
	return some
}

// size sets width, mask mode, order and distance by the number of the spec.
func size(s spec.Spec, i int) spec.Spec {
	widths := []int{5, 8, 3, 7, 4, 16, 6, 2, 8, 1, 12}
	if s.Pattern.PowerOfTwo() {
		widths = []int{4, 8, 2, 8, 16, 4, 1}
	}
	if s.Mask = spec.Member; i%4 == 3 {
		s.Mask = spec.Full
	}
	if s.Pattern.Reduces() && i%3 == 1 {
		s.Order = spec.Far
	}
	extremum := s.Pattern.Reduces() && (s.Op == spec.Min || s.Op == spec.Max)
	if s.Pattern.Block() {
		s = s.With("block", []int{33, 5, 40, 8, 64, 35}[i%6])
		if extremum && s.Type.Bits() == 64 { // by redux.sync of the halves
			s = s.With("block", min(s.Block().Threads, 8))
		}
		s = s.With("all", i%5 == 0 && s.Pattern.TakesAll()).With("total", i%5 == 0 && s.Pattern.TakesTotal())
		if s.Pattern.MayBatch() && i%6 == 4 { // of 64 threads
			s.N, s.Order = 2, spec.Near
		}
		if s.Pattern.NearOnly() {
			s.Order = spec.Near
		}
		return s
	}
	s.Width = widths[i%len(widths)]
	if s.Pattern == spec.Reduce && extremum && s.Width&(s.Width-1) != 0 { // by another tree than the reference's
		s.Width = 3
	}
	if s.Pattern.Batch() { // small: solvers decide little about packed registers of many elements
		s.Width, s.N = min(s.Width, 4), 1+i%3
		switch {
		case s.Type.Bits() == 8:
			s.Width = min(s.Width, 2)
		case s.Type.Bits() == 16 && s.Op == spec.Prod: // cvc5 does not decide products of two packed halves
			s.Width, s.N = min(s.Width, 2), 1
		case s.Type.Packed():
			s.N = 1
		}
		s = s.With("all", i%2 == 0)
	}
	return s.WithDistance(i % s.Width)
}
