// Package arrays makes the arrays of checks, and shows their bytes as elements.
package arrays

import (
	"encoding/binary"
	"math"
	"runtime"
	"sync"
	"unsafe"

	"github.com/shflgen/shflgen/internal/prover/ref"
	"github.com/shflgen/shflgen/spec"
)

// Of are the elements in some bytes.
func Of[T any](in []byte) (x []T) {
	if size := int(unsafe.Sizeof(*new(T))); len(in) >= size {
		x = unsafe.Slice((*T)(unsafe.Pointer(&in[0])), len(in)/size)
	}
	return x
}

// Word is the unsigned integer in up to 8 bytes.
func Word(in []byte) uint64 {
	var all [8]byte
	copy(all[:], in)
	return binary.LittleEndian.Uint64(all[:])
}

// Words are the bytes of integers, each of size bytes.
func Words(size int, all ...uint64) []byte {
	b := make([]byte, 0, len(all)*size)
	var word [8]byte
	for _, x := range all {
		binary.LittleEndian.PutUint64(word[:], x)
		b = append(b, word[:size]...)
	}
	return b
}

// mix is element i of a sequence of 64 bits.
func mix(seed uint64, i int) uint64 {
	z := seed + uint64(i+1)*0x9e3779b97f4a7c15
	z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
	z = (z ^ z>>27) * 0x94d049bb133111eb
	return z ^ z>>31
}

// Filling says what an array holds.
type Filling struct {
	Op    spec.Op
	Type  spec.Type
	Seed  uint64
	Edges uint64  // one of so many is a zero, an infinity or a NaN, where the op is not spoilt by one; 0: none is
	Apart float64 // how far factors are from 1, at most by about 2^7 of it
}

// element is element i.
func (f Filling) element(edges []uint64, i int) uint64 {
	z := mix(f.Seed, i)
	value := float64(int64(z>>40)-1<<23) * 0x1p-23 * float64(uint64(1)<<(z&7))
	if f.Op == spec.Prod {
		value = 1 + value*f.Apart
	}
	switch {
	case f.Edges > 0 && f.Op != spec.Sum && f.Op != spec.Prod && z%f.Edges == 0:
		return edges[z>>32%uint64(len(edges))]
	case f.Type == spec.Float32:
		return uint64(math.Float32bits(float32(value)))
	case f.Type == spec.Float64:
		return math.Float64bits(value)
	case f.Type.Class() == spec.Float:
		return ref.Encode(f.Type, value)
	case f.Op == spec.Prod:
		return z | 1
	case f.Op == spec.And: // a few zeros, so that not all is zero soon
		return z | mix(f.Seed+1, i) | mix(f.Seed+2, i) | mix(f.Seed+3, i) | mix(f.Seed+4, i)
	}
	return z
}

// Fill fills an array. Floats are numbers of about one size, so that sums round.
func (f Filling) Fill(to []byte) {
	size, edges := f.Type.Bits()/8, ref.Edges(f.Type)
	n, parts := len(to)/size, 1
	if n > 1<<16 {
		parts = runtime.NumCPU()
	}
	var done sync.WaitGroup
	for part := range parts {
		done.Go(func() {
			var word [8]byte
			for i := n * part / parts; i < n*(part+1)/parts; i++ {
				binary.LittleEndian.PutUint64(word[:], f.element(edges, i))
				copy(to[i*size:(i+1)*size], word[:])
			}
		})
	}
	done.Wait()
}
