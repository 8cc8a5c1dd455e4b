package verify

import (
	"context"
	"fmt"

	"github.com/shflgen/shflgen/internal/prover/check"
	"github.com/shflgen/shflgen/internal/prover/goread"
)

// proveRead is the proof of a Go function that has been read, for every size of int.
// It ends with ctx.
func proveRead(ctx context.Context, name string, f *goread.File) (Report, error) {
	r, err := proveSized(ctx, name, f)
	if err != nil || !r.shown() || f.Other == nil {
		return r, err
	}
	other, err := proveSized(ctx, name, f.Other)
	switch {
	case err != nil:
		return other, fmt.Errorf("%s: %w", f.Other.Loaded, err)
	case !other.shown() || r.Verdict == Proved && other.Verdict == Listed:
		other.Notes = append(other.Notes, f.Other.Loaded)
		return other, nil
	}
	r.laws |= other.laws
	return r, nil
}

// proveSized is the proof for one size of int.
func proveSized(ctx context.Context, name string, f *goread.File) (Report, error) {
	r := reportOn(name, f.Func, f.Spec)
	r.Axioms = f.Axioms()
	if f.Spec.Pattern.Grid() {
		return proveLengths(ctx, r, f)
	}
	if f.Spec.Ranged() {
		return proveColumns(ctx, r, f)
	}
	var search check.Search
	if f.Spec.User != nil && f.Spec.Shape().Keyed() { // terms of wrong groups may be endless
		search.Before = 40
	}
	p, err := check.Prove(ctx, f.Subject(), search)
	r.take(p)
	return r, err
}
