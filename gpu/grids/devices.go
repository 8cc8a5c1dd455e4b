package grids

import (
	"encoding/binary"

	"github.com/shflgen/shflgen/gpu/device"
	"github.com/shflgen/shflgen/gpu/report"
	"github.com/shflgen/shflgen/internal/prover/ref"
	"github.com/shflgen/shflgen/spec"
)

// splits are the numbers of devices among which an array is spread, on the one that is there.
var splits = []int{1, 2, 3, 8}

// spread is a kernel for arrays that are spread over devices.
type spread struct {
	name   string
	module device.Module
	order  spec.GridOrder
	size   int // of a result
}

// each combines arrays whose chunks several launches reduce, as several devices do, each with its own part of every
// array, for each number of devices, and hands the results over.
func (k spread) each(d *device.Device, in *inputs, p part, take func(devices int, got []byte)) error {
	size := int(k.order.Chunk(int64(p.count)))
	chunks := max(1, (p.count+size-1)/size)
	results, err := d.Alloc(k.order.Chunks * k.size)
	if err != nil {
		return err
	}
	defer results.Free()
	out, err := d.Alloc(max(8, k.size))
	if err != nil {
		return err
	}
	defer out.Free()
	block := device.Dim{X: uint32(k.order.Threads)}
	for _, devices := range splits {
		if err := results.Poison(); err != nil {
			return err
		}
		each := (chunks + devices - 1) / devices
		for from := 0; from < chunks; from += each {
			var args []any
			for i, held := range in.held {
				args = append(args, held.From((p.start(i)+from*size)*in.size))
			}
			grid := device.Dim{X: uint32(max(1, each-from%2))} // fewer blocks than chunks, too
			if err := k.module.Launch(k.name+"_chunks", grid, block,
				append(args, uint64(p.count), uint32(from), uint32(from+each), results)...); err != nil {
				return err
			}
		}
		if err := k.module.Launch(k.name+"_combine", device.Dim{}, block, results, uint64(p.count), out); err != nil {
			return err
		}
		got := make([]byte, max(8, k.size))
		if err := out.Get(got[:k.size]); err != nil {
			return err
		}
		take(devices, got)
	}
	return nil
}

// parts compares what devices make of their parts with what is wanted.
func (k *kernel) parts(d *device.Device, in *inputs, p part, want uint64) error {
	s := k.spec
	of := spread{name: s.FileName(), module: k.module, order: s.GridOrder(), size: s.Type.Bits() / 8}
	return of.each(d, in, p, func(devices int, got []byte) {
		k.Launches++
		if bits := binary.LittleEndian.Uint64(got); !ref.Same(s.Type, bits, want) {
			k.Wrong("%s: %d elements on %d devices: %#x, want %#x", s.FileName(), p.count, devices, bits, want)
		}
	})
}

// parts is the same of functions of users. The order is that of s.
func (u User) parts(d *device.Device, s spec.Spec, module device.Module, x *inputs, p part, want []byte,
	r *report.Report) error {
	of := spread{name: u.Name, module: module, order: s.GridOrder(), size: u.size}
	return of.each(d, x, p, func(devices int, got []byte) {
		r.Launches++
		if !u.same(got[:u.size], want) {
			r.Wrong("%s: %d elements on %d devices: %x, want %x", u.Name, p.count, devices, got[:u.size], want)
		}
	})
}
