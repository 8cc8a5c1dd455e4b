package ref

import (
	"math"
	"math/rand/v2"

	"github.com/shflgen/shflgen/spec"
)

// Sample are the elements of one call, of a kind that the try picks: kinds in
// which a lane left out, taken twice or taken out of order shows in the result. Keys
// follow, if the spec takes them: of a few groups.
func Sample(rng *rand.Rand, s spec.Spec, try int) []uint64 {
	sh := s.Shape()
	s.Type = s.InType()
	s = s.Widened()
	in := samples(rng, s, sh.InLeaves(), sh.Values(), try)
	if s.Pattern.Keyed() {
		in = append(in, keys(rng, s)...)
	}
	in = append(in, distances(rng, s)...)
	for _, p := range sh.Mapped() {
		in = append(in, samples(rng, s, p.Leaves(), sh.PortValues(p), try)...)
	}
	return in
}

// samples are n scalars, of some leaves in turn.
func samples(rng *rand.Rand, s spec.Spec, leaves []spec.Leaf, n, try int) []uint64 {
	in := make([]uint64, n)
	few := 1 + rng.IntN(3)
	for i := range in {
		t := leaves[i%len(leaves)].Type
		keep, edges := ^uint64(0)>>(64-t.Bits()), Edges(t)
		if leaves[i%len(leaves)].Bool {
			in[i] = rng.Uint64() & 1
			continue
		}
		switch try % 7 {
		case 0: // all apart
			in[i] = uint64(i+1) & keep
		case 1: // the identity, but for a few
			in[i] = 0
			switch {
			case s.HasLane() && s.User == nil && try/7%2 == 1: // every element may be the worst
				in[i] = worst(s.Op, t)
			case s.Pattern.Reduces() && !s.HasLane() && s.Map == nil:
				in[i] = neutral(s)
			}
			if rng.IntN(len(in)) < few {
				in[i] = Moderate(rng, t)
			}
		case 2: // moderate floats of either sign, odd integers: products of them keep every operand
			in[i] = Moderate(rng, t)
		case 3:
			in[i] = edges[rng.IntN(len(edges))]
		case 4: // edges among others
			in[i] = rng.Uint64() & keep
			if rng.IntN(2) == 0 {
				in[i] = edges[rng.IntN(len(edges))]
			}
		case 5:
			in[i] = uint64(rng.IntN(4))
		default:
			in[i] = rng.Uint64() & keep
		}
	}
	return in
}

// keys are of one group up to as many as there are lanes: small numbers, or with their bits anywhere.
func keys(rng *rand.Rand, s spec.Spec) []uint64 {
	of := make([]uint64, 1<<rng.IntN(6))
	small := rng.IntN(2) == 0
	for i := range of {
		of[i] = rng.Uint64() >> (64 - s.Keyed().Key.Bits())
		if small {
			of[i] = uint64(rng.IntN(2 * len(of)))
		} else if i > 0 && rng.IntN(2) == 0 { // as another, but for a bit
			of[i] = of[rng.IntN(i)] ^ 1<<rng.IntN(s.Keyed().Key.Bits())
		}
	}
	all := make([]uint64, s.Lanes())
	for i := range all {
		all[i] = of[rng.IntN(len(of))]
	}
	return all
}

// distances are values of a distance that the caller gives: about those that have a
// source, about the ends of integers of 32 and 64 bits, small ones with a high bit, and any. Of elements that
// are left, as many as a warp takes or fewer, and any number. Of labels the number of a column, or of none.
func distances(rng *rand.Rand, s spec.Spec) []uint64 {
	operand, _ := s.Shape().Operand()
	ends := []int64{0, math.MinInt32, math.MaxInt32 + 1, 1 << 32, math.MinInt64}
	all := make([]uint64, s.Shape().Operands())
	if s.Global().Partial {
		all[0] = rng.Uint64() >> rng.IntN(64)
		if rng.IntN(4) > 0 {
			all[0] = uint64(rng.IntN(spec.WarpSize + 2))
		}
		return all
	}
	if s.Ranged() {
		least, most := s.Least(), s.Cols()
		ends := []int{least, most, least + 1, most - 1, least + rng.IntN(most-least+1)}
		all[0] = uint64(ends[rng.IntN(len(ends))])
		return all
	}
	if operand.Role == spec.LabelRole {
		labels := []int{0, s.Cols() - 1, -1, s.Cols(), math.MinInt32, math.MaxInt32, 1<<24 + rng.IntN(s.Cols())}
		if all[0] = uint64(rng.IntN(s.Cols())); rng.IntN(3) == 0 {
			all[0] = uint64(labels[rng.IntN(len(labels))])
		}
		return all
	}
	for i := range all {
		small := rng.Int64N(int64(4*s.Width)+2) - int64(2*s.Width)
		x := rng.Int64()
		switch rng.IntN(6) {
		case 0, 1:
			x = rng.Int64N(int64(s.Width))
		case 2:
			x = small
		case 3:
			x = small + ends[rng.IntN(len(ends))]
		case 4:
			x = small ^ 1<<rng.IntN(64)
		}
		if !operand.Uniform {
			x = int64(int32(x))
		}
		all[i] = uint64(x)
	}
	return all
}

// Moderate is a float between 1 and 2 of either sign, or an odd integer.
func Moderate(rng *rand.Rand, t spec.Type) uint64 {
	if t.Class() != spec.Float {
		return (rng.Uint64() | 1) & (^uint64(0) >> (64 - t.Bits()))
	}
	one := func() uint64 { return Encode(t.Elem(), (1+rng.Float64())*float64(1-2*rng.IntN(2))) }
	if t.Packed() {
		return one() | one()<<t.Elem().Bits()
	}
	return one()
}

// worst is an element to which every other is preferred, or that is a NaN.
func worst(op spec.Op, t spec.Type) uint64 {
	if op == spec.ArgMax {
		return Identity(spec.Max, t)
	}
	return Identity(spec.Min, t)
}

// neutral is the identity of the spec's op; 0 of one that has none.
func neutral(s spec.Spec) uint64 {
	if s.User != nil {
		return 0
	}
	return Identity(s.Op, s.Type)
}
