package verify

import (
	"math/rand/v2"

	"github.com/shflgen/shflgen"
	"github.com/shflgen/shflgen/verify/bv"
	"github.com/shflgen/shflgen/verify/goread"
	"github.com/shflgen/shflgen/verify/ref"
	"github.com/shflgen/shflgen/verify/term"
)

// tries bounds the search for a counterexample.
const tries = 3000

// refute searches for a call whose outcome differs from the reference's, or
// gives nil. Every second mask is one for which the terms differ.
func refute(f *goread.File, d *term.Domain, where term.Guard) (*Counterexample, error) {
	s := f.Spec
	rng := rand.New(rand.NewPCG(1, 2))
	for try := range tries {
		in := ref.Sample(rng, s, try)
		mask := sampleMask(rng, s, try/2)
		switch {
		case s.Pattern.Keyed() && try%2 == 0:
			differingKeys(rng, s, d, where, mask, in)
		case try%2 == 0 && mask != nil:
			mask = differing(d, where, mask)
		}
		c, err := Compare(f, mask, in)
		if c != nil || err != nil {
			return c, err
		}
	}
	return nil, nil
}

// differing is the mask, or where the terms are equal on it, one on which they
// are not.
func differing(d *term.Domain, where term.Guard, mask []uint32) []uint32 {
	if d.Holds(where, func(i int) bool { return mask[i/shflgen.WarpSize]>>(i%shflgen.WarpSize)&1 == 1 }) {
		return mask
	}
	clear(mask)
	for _, i := range d.Witness(where) {
		mask[i/shflgen.WarpSize] |= 1 << (i % shflgen.WarpSize)
	}
	return mask
}

// Compare runs an emitted function and the reference on one call. It gives nil
// where they agree, a NaN's payload aside.
func Compare(f *goread.File, mask []uint32, in []uint64) (*Counterexample, error) {
	s := f.Spec
	n := bv.Numbers{}
	var state goread.State
	for _, m := range mask {
		state.Mask = append(state.Mask, n.Const(shflgen.WarpSize, uint64(m)))
	}
	for _, x := range in[:s.Elements()] {
		state.Lanes = append(state.Lanes, n.Const(s.Type.Bits(), x))
	}
	for _, x := range in[s.Elements():] {
		state.Keys = append(state.Keys, n.Const(s.Key.Bits(), x))
	}
	if s.HasLane() {
		for range in {
			state.Index = append(state.Index, n.Const(32, untouched))
		}
	}
	if err := f.Run(n, &state); err != nil {
		return nil, err
	}
	c := &Counterexample{Spec: s, Mask: mask, Inputs: in}
	if s.HasLane() {
		return compareLanes(c, state)
	}
	want, preds, _, err := ref.Call(s, mask, in)
	if err != nil {
		return nil, err
	}
	for i := range want {
		got, _ := n.Known(state.Lanes[i])
		if !ref.Same(s.Type, got, want[i]) {
			c.Lane, c.Register = i%s.Lanes(), i/s.Lanes()
			c.Expected, c.Got = want[i], got
			return c, nil
		}
	}
	if s.Pattern.HasPred() {
		got, _ := n.Known(state.Pred)
		for i := range shflgen.WarpSize {
			if want, got := uint64(preds>>i&1), got>>i&1; want != got {
				c.Lane, c.Expected, c.Got, c.Pred = i, want, got, true
				return c, nil
			}
		}
	}
	return nil, nil
}

// sampleMask is a mask for one try: all, none, one member, all but one, or
// random ones of several densities.
func sampleMask(rng *rand.Rand, s shflgen.Spec, try int) []uint32 {
	if s.Mask == shflgen.Full {
		return nil
	}
	mask := make([]uint32, s.MaskWords())
	lane := rng.IntN(s.Lanes())
	for w := range mask {
		switch try % 7 {
		case 0:
			mask[w] = ^uint32(0)
		case 1:
		case 2:
			mask[w] = ^uint32(0)
			if w == lane/shflgen.WarpSize {
				mask[w] ^= 1 << (lane % shflgen.WarpSize)
			}
		case 3:
			if w == lane/shflgen.WarpSize {
				mask[w] = 1 << (lane % shflgen.WarpSize)
			}
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
