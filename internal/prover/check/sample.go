package check

import (
	"context"
	"math/rand/v2"

	"github.com/shflgen/shflgen/internal/prover/ref"
	"github.com/shflgen/shflgen/internal/prover/term"
	"github.com/shflgen/shflgen/spec"
)

// Sampled looks for a counterexample among a few calls.
func Sampled(ctx context.Context, s Subject, calls int) (*Counterexample, error) {
	return sampled(ctx, s, calls, func([]uint64) {})
}

// sampled is [Sampled] of inputs that settle changes.
func sampled(ctx context.Context, s Subject, calls int, settle func(in []uint64)) (*Counterexample, error) {
	rng := rand.New(rand.NewPCG(3, 4))
	for try := range calls {
		if ctx.Err() != nil {
			return nil, nil
		}
		mask, in := SampleMask(rng, s.Spec(), try), ref.Sample(rng, s.Spec(), try)
		settle(in)
		if c, err := Shown(ctx, s, mask, in); c != nil || err != nil {
			return c, err
		}
	}
	return nil, nil
}

// sample is the mask and the inputs of one try.
func sample(rng *rand.Rand, s spec.Spec, try int) (mask []uint32, in []uint64) {
	in = ref.Sample(rng, s, try)
	return SampleMask(rng, s, try/2), in
}

// SampleMask is a mask for one try: all, none, all but one, one member, or random ones
// of several densities; nil in mask mode full.
func SampleMask(rng *rand.Rand, s spec.Spec, try int) []uint32 {
	sh := s.Shape()
	if !sh.Masked() {
		return nil
	}
	mask := make([]uint32, sh.MaskWords())
	lane := rng.IntN(sh.Lanes)
	for w := range mask {
		here := uint32(0)
		if w == lane/spec.MaskWordBits {
			here = 1 << (lane % spec.MaskWordBits)
		}
		switch try % 7 {
		case 0:
			mask[w] = ^uint32(0)
		case 1:
		case 2:
			mask[w] = ^here
		case 3:
			mask[w] = here
		case 4:
			mask[w] = rng.Uint32() & rng.Uint32() & rng.Uint32()
		case 5:
			mask[w] = rng.Uint32() | rng.Uint32() | rng.Uint32()
		default:
			mask[w] = rng.Uint32()
		}
	}
	return mask
}

// suit changes a mask and the keys among the inputs, if the terms are equal on them, to
// ones on which the terms differ.
func suit(rng *rand.Rand, s Subject, c Call, d *term.Domain, where term.Guard, mask []uint32, in []uint64) {
	sh := s.Spec().Shape()
	switch {
	case d.HasDivisor():
		suitRests(c, s.Spec().Width, d, where, mask, in)
	case sh.Operands() > 0:
		suitOperands(sh, s.Traits(), d, where, mask, in)
	case sh.Keyed():
		suitKeys(rng, sh, s.Traits().Pairs, d, where, mask, in)
	case mask != nil && !d.Holds(where, func(i int) bool { return sh.Member(mask, i) }):
		clear(mask)
		for _, i := range d.Witness(where) {
			mask[i/spec.MaskWordBits] |= 1 << (i % spec.MaskWordBits)
		}
	}
}
