//go:build !js

package verify

import (
	"context"
	"fmt"
	"slices"

	"github.com/shflgen/shflgen/internal/prover/check"
	"github.com/shflgen/shflgen/internal/prover/ptx"
)

// proveEach is the proof for each length from 1 to most at once, which is an unknown. It gives 0 where that is not
// decided: the kernel looks at the length in another way, as by a loop.
func (r *Report) proveEach(ctx context.Context, a *ptx.Array, most int) (each int, err error) {
	if most == 0 {
		return 0, nil
	}
	few, err := a.Few(most)
	if err != nil {
		return 0, err
	}
	p, err := check.Prove(ctx, few, check.Search{AfterFault: faultCalls})
	switch {
	case ctx.Err() != nil:
		return 0, context.Cause(ctx)
	case err != nil, p.Verdict == check.NotProved:
		return 0, nil
	}
	r.take(p)
	return most, nil
}

// everyBuilt follows in place of [noOther] where some builds are proved for more.
const everyBuilt = "; and all inputs of every number of elements up to 2^40 by at least one block for each chunk, by " +
	"induction over rounds, in code of "

// proveEvery is the proof for every length above those of proveEach, chunk by chunk, and for every number of chunks. It
// is false where the first is not decided. Without the second, nothing is proved: a list of numbers of chunks would
// pass over one that differs.
func (r *Report) proveEvery(ctx context.Context, a *ptx.Array, load func() (*ptx.Array, error)) (bool, error) {
	loop, err := a.RoundLoop(ctx)
	if err != nil {
		r.notEvery = err.Error()
		return false, context.Cause(ctx)
	}
	var parts []part[*ptx.Array]
	ends := new(ptx.Ends)
	for _, kind := range ptx.Kinds(r.Spec, loop.Rounds) {
		parts = append(parts, part[*ptx.Array]{kind.String(), func(ctx context.Context, a *ptx.Array) (check.Proof, error) {
			return a.Claim(ctx, kind, loop)
		}})
		if kind.Of != ptx.OnlyChunk {
			parts = append(parts, part[*ptx.Array]{kind.String() + ", of a block that begins last",
				func(ctx context.Context, a *ptx.Array) (check.Proof, error) {
					return a.End(ctx, kind, loop, ends)
				}})
		}
	}
	var trees []part[*ptx.Array] // after all ends are known
	for chunks := leastChunks; chunks <= r.Spec.GridOrder().Chunks; chunks++ {
		trees = append(trees, part[*ptx.Array]{fmt.Sprintf("the tree over %d chunks", chunks),
			func(ctx context.Context, a *ptx.Array) (check.Proof, error) {
				last, err := a.Last(ends, chunks)
				if err != nil {
					return check.Proof{}, err
				}
				return check.Prove(ctx, last, check.Search{}) // no call shows what is wrong: what ends do not tell is undefined
			}})
	}
	of := &Report{Verdict: Proved}
	if err := proveParts(ctx, of, parts, load); err != nil || of.Verdict != Proved {
		r.notEvery = of.Differs
		if err != nil {
			r.notEvery = err.Error()
		}
		return false, context.Cause(ctx)
	}
	r.laws |= of.laws
	err = proveParts(ctx, r, trees, load)
	return err == nil && r.Verdict == Proved, err
}

// ofBuilds makes a proof of a kernel by some builds one of listed lengths, where one of them is proved for no more.
// Unoptimised builds beside optimised ones are there for what C++ leaves undefined: of these listed lengths are enough,
// and the limits say so.
func (r *Report) ofBuilds(ends []outcome) {
	optimised := slices.ContainsFunc(ends, func(e outcome) bool { return e.build.Level != "O0" })
	for _, e := range ends {
		switch {
		case e.report.Verdict == Listed:
			r.list(e.report.Differs)
		case !r.Spec.Shape().Grid() || e.report.each == ptx.MostElements && !r.Spec.Grid().Parts:
		case r.Spec.Grid().Parts:
			r.list("-parts: the kernels of parts are looked at for lengths of a list")
		case optimised && e.build.Level == "O0":
			r.Limits = appendNew(r.Limits, []string{"unoptimised builds for the listed lengths alone"})
		case r.Spec.Pattern.GridScan():
			r.list("tiles of a scan are looked at one by one")
		default:
			r.list("in " + e.build.String() + ": " + e.report.notEvery)
		}
	}
}
