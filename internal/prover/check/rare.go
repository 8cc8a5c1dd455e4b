package check

import (
	"context"
	"math/rand/v2"

	"github.com/shflgen/shflgen/internal/prover/ref"
)

// rareCalls looks for a counterexample among calls with a number that the code names: as one element among small ones,
// as the only one that is not zero, as each element, and as a word of the mask. Code that treats one number apart is
// wrong on no call that is drawn from all.
func rareCalls(ctx context.Context, s Subject, settle func(in []uint64)) (*Counterexample, error) {
	rng := rand.New(rand.NewPCG(5, 6))
	sh := s.Spec().Shape()
	for _, number := range s.Traits().Constants {
		for kind := range 4 {
			if ctx.Err() != nil {
				return nil, nil
			}
			mask, in := SampleMask(rng, s.Spec(), 0), ref.Sample(rng, s.Spec(), 0)
			switch kind {
			case 3:
				if mask == nil {
					continue
				}
				mask[rng.IntN(len(mask))] = uint32(number)
			default:
				one := rng.IntN(sh.Values())
				for i := range sh.Values() {
					switch bits := sh.Place(i).Leaf.Type.Bits(); {
					case i == one || kind == 2:
						in[i] = number & (^uint64(0) >> (64 - bits))
					case kind == 1:
						in[i] = 0
					}
				}
			}
			settle(in)
			if c, err := Shown(ctx, s, mask, in); c != nil || err != nil {
				return c, err
			}
		}
	}
	return nil, nil
}
