package compiled

import (
	"math/rand/v2"

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
