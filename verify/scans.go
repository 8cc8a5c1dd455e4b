package verify

import (
	"context"
	"math/rand/v2"

	"github.com/shflgen/shflgen/internal/prover/check"
	"github.com/shflgen/shflgen/internal/prover/goread"
	"github.com/shflgen/shflgen/internal/prover/induction"
	"github.com/shflgen/shflgen/internal/prover/ref"
	"github.com/shflgen/shflgen/spec"
)

// scanLengths are lengths about which the order of a scan changes: rows and strips.
func scanLengths(s spec.Spec) []int {
	row, strip := s.ScanOrder().Row(), s.ScanOrder().Strip()
	return []int{row - 1, row, row + 1, 2*row + 3, strip + 1}
}

// farLengths are lengths of several tiles, of the last one with nodes of the second level.
func farLengths(s spec.Spec) []int {
	row, tile := s.ScanOrder().Row(), s.ScanOrder().Tile()
	return []int{tile - 1, tile, tile + row + 1, 3*tile + 1, (spec.ScanFan+6)*tile + row + 1}
}

// farCall looks for a call of a few longer arrays that shows a fault. Nothing is claimed of them.
func farCall(ctx context.Context, f *goread.File) (*check.Counterexample, error) {
	rng := rand.New(rand.NewPCG(5, 6))
	const moderate, apart = 2, 0 // kinds of samples
	lengths := farLengths(f.Spec)
	for i, n := range lengths {
		of := f.OfLength(n)
		for _, kind := range []int{moderate, apart} {
			if kind == apart && i == len(lengths)-1 { // seconds
				break
			}
			if shown, err := check.Shown(ctx, of, nil, ref.Sample(rng, of.Spec(), kind)); shown != nil || err != nil {
				return shown, err
			}
		}
	}
	return nil, nil
}

// everyTile adds to the proof of some lengths that of every one, where the scan has the form for it. Else it looks for
// a call of some longer arrays that shows a fault.
func (r Report) everyTile(ctx context.Context, f *goread.File) (Report, error) {
	p, why := induction.OfScan(f)
	differs := ""
	if why == "" {
		if err := p.All(ctx); err != nil {
			differs = err.Error()
		} else {
			r.Masks += ", and of every other one up to 2^40, 2^30 where int has 32 bits, " +
				"by induction over rows, strips and tiles"
			r.laws |= p.Laws
			return r, nil
		}
	}
	shown, err := farCall(ctx, f)
	if err != nil {
		return r, err
	}
	if shown != nil {
		r.take(check.Proof{Verdict: check.Refuted, Counterexample: shown})
		return r, nil
	}
	switch {
	case ctx.Err() != nil:
		return r, context.Cause(ctx)
	case differs != "":
		r.Verdict, r.Differs = NotProved, differs
	default:
		r.list(why)
	}
	return r, nil
}
