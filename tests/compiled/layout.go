package compiled

import (
	"encoding/binary"

	"github.com/shflgen/shflgen/spec"
)

// Layout is how values lie in memory.
type Layout struct {
	Leaves []spec.Leaf
	Size   int // of a value
}

// layoutOf is that of the values of a port.
func layoutOf(p spec.Port) Layout { return Layout{p.Leaves(), p.Bits / 8} }

// Leaf is the leaf that a scalar is.
func (l Layout) Leaf(i int) spec.Leaf { return l.Leaves[i%len(l.Leaves)] }

// place is where a scalar lies, and how many bytes it has.
func (l Layout) place(i int) (at, size int) {
	return i/len(l.Leaves)*l.Size + l.Leaf(i).Offset, l.Leaf(i).Type.Bits() / 8
}

// Pack lays out the scalars of values. The bytes between them have a pattern of their own.
func (l Layout) Pack(scalars []uint64) []byte {
	b := make([]byte, len(scalars)/len(l.Leaves)*l.Size)
	for i := range b {
		b[i] = 0x5e
	}
	var word [8]byte
	for i, x := range scalars {
		at, size := l.place(i)
		binary.LittleEndian.PutUint64(word[:], x)
		copy(b[at:at+size], word[:])
	}
	return b
}

// Unpack reads the scalars of values.
func (l Layout) Unpack(b []byte) []uint64 {
	scalars := make([]uint64, len(b)/l.Size*len(l.Leaves))
	var word [8]byte
	for i := range scalars {
		at, size := l.place(i)
		clear(word[copy(word[:], b[at:at+size]):])
		scalars[i] = binary.LittleEndian.Uint64(word[:])
	}
	return scalars
}
