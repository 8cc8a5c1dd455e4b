package scans

import (
	"encoding/binary"
	"math"
	"math/rand/v2"

	"github.com/shflgen/shflgen/internal/prover/ref"
	"github.com/shflgen/shflgen/spec"
)

// fill makes elements of a type for an op: of floats numbers of about one size, of which a sum rounds; of other ops
// than sums and products also zeros, infinities and NaNs.
func fill(op spec.Op, t spec.Type, nth int, to []byte) {
	random := rand.New(rand.NewPCG(uint64(op)+uint64(nth)<<32, uint64(t)))
	edges, size := ref.Edges(t), t.Bits()/8
	var buffer [8]byte
	for i := range len(to) / size {
		z := random.Uint64()
		value := (float64(z>>40) - 1<<23) * 0x1p-23 * float64(uint64(1)<<(z&7))
		if op == spec.Prod {
			value = 1 + value*0x1p-17
		}
		bits := z
		switch {
		case op != spec.Sum && op != spec.Prod && z%64 == 0:
			bits = edges[z>>32%uint64(len(edges))]
		case t == spec.Float32:
			bits = uint64(math.Float32bits(float32(value)))
		case t == spec.Float64:
			bits = math.Float64bits(value)
		case t.Class() == spec.Float:
			bits = ref.Encode(t, value)
		case op == spec.Prod:
			bits |= 1
		case op == spec.And: // a few zeros, so that not all is zero soon
			bits |= random.Uint64() | random.Uint64() | random.Uint64() | random.Uint64()
		}
		binary.LittleEndian.PutUint64(buffer[:], bits)
		copy(to[i*size:(i+1)*size], buffer[:])
	}
}
