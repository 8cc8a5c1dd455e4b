package verify

import (
	"context"
	"slices"
	"strings"

	"github.com/shflgen/shflgen/internal/prover/check"
	"github.com/shflgen/shflgen/internal/prover/goread"
	"github.com/shflgen/shflgen/internal/prover/induction"
	"github.com/shflgen/shflgen/internal/prover/ref"
	"github.com/shflgen/shflgen/internal/prover/term"
	"github.com/shflgen/shflgen/spec"
)

// smallLengths is up to which length a function of an array is proved for each one.
const smallLengths = 64

// lengthsOf are the lengths of arrays for which a function is proved: all small ones, then those about
// which the order of the spec changes.
func lengthsOf(s spec.Spec) []int {
	var all []int
	for n := range smallLengths + 1 {
		all = append(all, n)
	}
	if s.Pattern.GridScan() {
		all = append(all, scanLengths(s)...)
		slices.Sort(all)
		return slices.Compact(all)
	}
	p := s.GridOrder().Accumulators()
	if s.HasLane() { // fewer: the terms of a winner name all that it won against
		return append(all, 100, 1000)
	}
	alone := s.GridOrder().Alone * p
	chunk := s.GridOrder().Rounds * p
	all = append(all,
		p/8-1, p/8, p/8+1, p-8, p-1, p, p+1, p+7, p+8, p+9, p+p/2+3, 2*p-8, 2*p-1, 2*p, 2*p+1, 3*p+9,
		4095, 4096, 4097, alone-1, alone, alone+1, alone+p, alone+p+1, 3*chunk, 3*chunk+1)
	slices.Sort(all)
	return slices.Compact(all)
}

// proveLengths is the proof of a function of an array, for one size of int: by terms for each of some
// lengths, then for every length, where the function has the form for it.
func proveLengths(ctx context.Context, r Report, f *goread.File) (Report, error) {
	lengths := lengthsOf(f.Spec)
	of := " elements, each length by terms"
	if f.Spec.Pattern.Columns() {
		of = " rows of any number of columns, each length of a column by terms"
	}
	r.Masks = "all inputs of " + term.Ranges(lengths, " to ") + of
	prove := func(n int) (check.Proof, error) { return proveLength(ctx, f, n) }
	if err := r.oneByOne(lengths, "elements", prove); err != nil || r.Verdict != Proved {
		return r, err
	}
	return r.everyLength(ctx, f)
}

// everyLength adds the proof for every length, where the function has the form for it. Else a call of some longer scans
// may show a fault.
func (r Report) everyLength(ctx context.Context, f *goread.File) (Report, error) {
	p, why := induction.Of(f)
	var wrong error
	if why == "" {
		if wrong = p.All(ctx); wrong == nil && ctx.Err() == nil {
			r.Masks += ", and of every other one up to 2^40, 2^30 where int has 32 bits, by induction over " + p.Over
			r.laws |= p.Laws
			return r, nil
		}
	}
	if f.Spec.Pattern.GridScan() {
		shown, err := farCall(ctx, f)
		if err != nil {
			return r, err
		}
		if shown != nil {
			r.take(check.Proof{Verdict: check.Refuted, Counterexample: shown})
			return r, nil
		}
	}
	switch {
	case ctx.Err() != nil:
		return r, context.Cause(ctx)
	case wrong != nil:
		r.Verdict, r.Differs = NotProved, wrong.Error()
	default:
		r.list(why)
	}
	return r, nil
}

// noOther ends what a proof of listed lengths ranges over.
const noOther = ", and of no other length"

// list makes a proof one of the lengths that its words list. The text is why there is none of every length.
func (r *Report) list(why string) {
	r.Verdict, r.Differs = Listed, why
	r.Masks = strings.TrimSuffix(r.Masks, noOther) + noOther
}

// shown reports whether nothing of what was looked at is wrong.
func (r Report) shown() bool { return r.Verdict == Proved || r.Verdict == Listed }

// proveLength is the proof for one length. Without elements there is one call.
func proveLength(ctx context.Context, f *goread.File, n int) (check.Proof, error) {
	switch {
	case n == 0 && f.Spec.Pattern.GridScan(): // nothing is left
		return check.Proof{Verdict: check.Proved}, f.RunEmpty()
	case n > 0:
		return check.Prove(ctx, f.OfLength(n), check.Search{})
	}
	s := f.Spec
	got, err := f.OfNothing()
	if err != nil {
		return check.Proof{}, err
	}
	if shown := ofNothing(s, got); shown != nil {
		return check.Proof{Verdict: check.Refuted, Counterexample: shown}, nil
	}
	return check.Proof{Verdict: check.Proved}, nil
}

// ofNothing shows which leaf of the result of no elements is wrong, or that the number is not -1; nil: none is.
func ofNothing(s spec.Spec, got []uint64) *check.Counterexample {
	if s.HasLane() {
		if none := ^uint64(0); got[0] != none {
			return &check.Counterexample{Spec: s, Role: spec.IndexRole, Expected: none, Got: got[0]}
		}
		return nil
	}
	want := ref.OfNothing(s)
	for i, l := range s.Shape().Element().Leaves() {
		if !ref.Same(l.Type, got[i], want[i]) {
			return &check.Counterexample{Spec: s, Role: spec.ElementRole, Leaf: i, Expected: want[i], Got: got[i]}
		}
	}
	return nil
}
