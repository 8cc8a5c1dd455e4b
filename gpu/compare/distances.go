package compare

import (
	"math/rand/v2"

	"github.com/shflgen/shflgen/spec"
)

// besideOf is the port of what a call takes beside a mask and elements: keys or distances.
func besideOf(sh spec.Shape) (spec.Port, bool) {
	if key, ok := sh.Takes(spec.KeyRole); ok {
		return key, true
	}
	return sh.Operand()
}

// distances are those of one call that the caller gives: of the first calls each from -64 to
// 64, then those about powers of two of either sign, and any.
func distances(rng *rand.Rand, s spec.Spec, call int) []uint64 {
	const most = 64
	all := make([]uint64, s.Shape().Operands())
	for i := range all {
		x := int64(call - most + i)
		if call > 2*most {
			x = rng.Int64N(2*most+1) - most
			if rng.IntN(2) == 0 {
				x += 1 << rng.IntN(32)
			}
			if rng.IntN(4) == 0 {
				x = rng.Int64()
			}
		}
		all[i] = uint64(int64(int32(x)))
	}
	return all
}
