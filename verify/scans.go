package verify

import (
	"context"
	"math/rand/v2"

	"github.com/shflgen/shflgen/internal/prover/check"
	"github.com/shflgen/shflgen/internal/prover/goread"
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
