package scans

import (
	"encoding/binary"
	"math"
	"math/rand/v2"

	"github.com/shflgen/shflgen"
	"github.com/shflgen/shflgen/internal/prover/ref"
)

// fill makes elements: of floats numbers of about one size, of which a sum rounds; of other ops than sums and products also
// zeros, infinities and NaNs.
func fill(s shflgen.Spec, to []byte) {
	random := rand.New(rand.NewPCG(uint64(s.Op), uint64(s.Type)))
	edges, size := ref.Edges(s.Type), s.Type.Bits()/8
	var buffer [8]byte
	for i := range len(to) / size {
		z := random.Uint64()
		value := (float64(z>>40) - 1<<23) * 0x1p-23 * float64(uint64(1)<<(z&7))
		if s.Op == shflgen.Prod {
			value = 1 + value*0x1p-17
		}
		bits := z
		switch {
		case s.Op != shflgen.Sum && s.Op != shflgen.Prod && z%64 == 0:
			bits = edges[z>>32%uint64(len(edges))]
		case s.Type == shflgen.Float32:
			bits = uint64(math.Float32bits(float32(value)))
		case s.Type == shflgen.Float64:
			bits = math.Float64bits(value)
		case s.Op == shflgen.Prod:
			bits |= 1
		case s.Op == shflgen.And: // a few zeros, so that not all is zero soon
			bits |= random.Uint64() | random.Uint64() | random.Uint64() | random.Uint64()
		}
		binary.LittleEndian.PutUint64(buffer[:], bits)
		copy(to[i*size:(i+1)*size], buffer[:])
	}
}
