package grids

import (
	"encoding/binary"
	"math"
	"runtime"
	"sync"

	"github.com/shflgen/shflgen/internal/prover/ref"
	"github.com/shflgen/shflgen/spec"
)

// splitMix is element i of a sequence of 64 bits.
func splitMix(seed uint64, i int) uint64 {
	z := seed + uint64(i+1)*0x9e3779b97f4a7c15
	z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
	z = (z ^ z>>27) * 0x94d049bb133111eb
	return z ^ z>>31
}

// fill fills an array: of floats with numbers of about one size, of which a sum rounds; of small
// arrays some are zeros, infinities and NaNs, where the op is not spoilt by one.
func fill(s spec.Spec, seed uint64, to []byte) {
	size := s.InType().Bits() / 8
	edges := ref.Edges(s.InType())
	special := len(to) <= 1<<16 && s.Op != spec.Sum && s.Op != spec.Prod && seed%2 == 1
	element := func(i int) uint64 {
		z := splitMix(seed, i)
		value := float64(int64(z>>40)-1<<23) * 0x1p-23 * float64(uint64(1)<<(z&7))
		if s.Op == spec.Prod {
			value = 1 + value*0x1p-12
		}
		switch t := s.InType(); {
		case special && z%5 == 0:
			return edges[z>>32%uint64(len(edges))]
		case t == spec.Float32:
			return uint64(math.Float32bits(float32(value)))
		case t == spec.Float64:
			return math.Float64bits(value)
		case t.Class() == spec.Float:
			return ref.Encode(t, value)
		case s.Op == spec.Prod:
			return z | 1
		}
		return z
	}
	n, parts := len(to)/size, 1
	if n > 1<<16 {
		parts = runtime.NumCPU()
	}
	var done sync.WaitGroup
	for part := range parts {
		done.Go(func() {
			var word [8]byte
			for i := n * part / parts; i < n*(part+1)/parts; i++ {
				binary.LittleEndian.PutUint64(word[:], element(i))
				copy(to[i*size:(i+1)*size], word[:])
			}
		})
	}
	done.Wait()
}
