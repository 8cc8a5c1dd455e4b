package compiled

import (
	"math/rand/v2"

	"github.com/shflgen/shflgen/internal/prover/ref"
	"github.com/shflgen/shflgen/spec"
)

// Mask is a mask of random density, sometimes empty or full.
func Mask(rng *rand.Rand, sh spec.Shape) []uint32 {
	mask := make([]uint32, sh.MaskWords())
	density := rng.IntN(8)
	for w := range mask {
		switch density {
		case 0:
		case 1:
			mask[w] = ^uint32(0)
		case 2:
			mask[w] = rng.Uint32() & rng.Uint32() & rng.Uint32()
		case 3:
			mask[w] = rng.Uint32() | rng.Uint32()
		default:
			mask[w] = rng.Uint32()
		}
	}
	return mask
}

// Inputs are those of a call, as [spec.Cut] cuts them.
func Inputs(rng *rand.Rand, s spec.Spec, sh spec.Shape) []uint64 {
	in := elements(rng, sh.Slot(), sh.Values())
	if sh.Keyed() {
		in = append(in, keys(rng, s)...)
	}
	in = append(in, distances(rng, sh)...)
	for _, p := range sh.Mapped() {
		in = append(in, elements(rng, p.Leaves(), sh.PortValues(p))...)
	}
	return in
}

// elements are n scalars of elements with some leaves each.
func elements(rng *rand.Rand, leaves []spec.Leaf, n int) []uint64 {
	in, style := make([]uint64, n), rng.IntN(styles)
	for i := range in {
		in[i] = Scalar(rng, leaves[i%len(leaves)], style)
	}
	return in
}

// styles is how many kinds of scalars there are.
const styles = 4

// Scalar is a value of a leaf: of style 0 an edge of its type, of style 1 a small number, of others any. Some are edges
// in each style.
func Scalar(rng *rand.Rand, leaf spec.Leaf, style int) uint64 {
	edges, keep := ref.Edges(leaf.Type), ^uint64(0)>>(64-leaf.Type.Bits())
	switch {
	case leaf.Bool:
		return rng.Uint64() & 1
	case style == 0 || rng.IntN(6) == 0:
		return edges[rng.IntN(len(edges))]
	case style == 1:
		return uint64(rng.IntN(7)) & keep
	}
	return rng.Uint64() & keep
}

// distances are those that a caller gives: every one from -64 to 64, those about powers of
// two of either sign, and any.
func distances(rng *rand.Rand, sh spec.Shape) []uint64 {
	operand, given := sh.Operand()
	if !given {
		return nil
	}
	all := make([]uint64, sh.Operands())
	for i := range all {
		x := rng.Int64N(129) - 64
		switch rng.IntN(3) {
		case 0:
			x += 1 << rng.IntN(64)
		case 1:
			x = -x - 1<<rng.IntN(64)
		}
		if rng.IntN(8) == 0 {
			x = rng.Int64()
		}
		if !operand.Uniform { // an int32
			x = int64(int32(x))
		}
		all[i] = uint64(x)
	}
	return all
}

// keys form a few groups. Half of the keys differ from another in one bit.
func keys(rng *rand.Rand, s spec.Spec) []uint64 {
	first, groups := rng.Uint64(), 1+rng.IntN(s.Width)
	of := make([]uint64, groups)
	for i := range of {
		of[i] = first>>(64-s.Keyed().Key.Bits()) ^ 1<<rng.IntN(s.Keyed().Key.Bits())
	}
	all := make([]uint64, s.Lanes())
	for i := range all {
		all[i] = of[rng.IntN(groups)]
		if style := rng.IntN(16); style == 0 {
			all[i] = rng.Uint64() >> (64 - s.Keyed().Key.Bits())
		}
	}
	return all
}
