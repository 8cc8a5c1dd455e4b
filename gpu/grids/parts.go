package grids

import (
	"encoding/binary"

	"github.com/shflgen/shflgen/gpu/device"
	"github.com/shflgen/shflgen/internal/prover/ref"
)

// splits are the numbers of devices among which an array is spread, on the one that is there.
var splits = []int{1, 2, 3, 8}

// parts combines an array whose chunks several launches reduce, as several devices do, each with its own part of
// the array.
func (k *kernel) parts(d *device.Device, in *device.Buffer, count int, want uint64) error {
	s := k.spec
	order := s.GridOrder()
	size := int(order.Chunk(int64(count)))
	chunks := max(1, (count+size-1)/size)
	results, err := d.Alloc(order.Chunks * s.Type.Bits() / 8)
	if err != nil {
		return err
	}
	defer results.Free()
	out, err := d.Alloc(8)
	if err != nil {
		return err
	}
	defer out.Free()
	block := device.Dim{X: uint32(order.Threads)}
	for _, devices := range splits {
		if err := results.Poison(); err != nil {
			return err
		}
		each := (chunks + devices - 1) / devices
		for from := 0; from < chunks; from += each {
			held := in.From(from * size * s.InType().Bits() / 8)
			grid := device.Dim{X: uint32(max(1, each-from%2))} // fewer blocks than chunks, too
			if err := k.module.Launch(s.FileName()+"_chunks", grid, block, held, uint64(count), uint32(from), uint32(from+each), results); err != nil {
				return err
			}
		}
		if err := k.module.Launch(s.FileName()+"_combine", device.Dim{}, block, results, uint64(count), out); err != nil {
			return err
		}
		var word [8]byte
		if err := out.Get(word[:s.Type.Bits()/8]); err != nil {
			return err
		}
		k.Launches++
		if bits := binary.LittleEndian.Uint64(word[:]); !ref.Same(s.Type, bits, want) {
			k.wrong("%s: %d elements on %d devices: %#x, want %#x", s.FileName(), count, devices, bits, want)
		}
	}
	return nil
}
