package grids

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"regexp"
	"strconv"

	"github.com/shflgen/shflgen/gen"
	"github.com/shflgen/shflgen/gpu/device"
	"github.com/shflgen/shflgen/gpu/report"
	"github.com/shflgen/shflgen/internal/catalogue"
	"github.com/shflgen/shflgen/internal/prover/ref"
	"github.com/shflgen/shflgen/spec"
)

// Report counts what was compared.
type Report struct {
	Specs, Launches int
	Problems        []string
}

// grids are the numbers of blocks of the launches.
var grids = []uint32{1, 7, 132, 264, 1320}

// lengths are those at which a spec is compared, as far as its array has at most so many bytes.
func lengths(s spec.Spec, bytes int) []int {
	var all []int
	for _, n := range append(catalogue.GridLengths, 1<<24+7, 1<<28+3, 1<<32+5) {
		if n*s.InType().Bits()/8 <= bytes {
			all = append(all, n)
		}
	}
	return all
}

// kernel is a kernel under comparison.
type kernel struct {
	*report.Report
	spec      spec.Spec
	module    device.Module
	twin      Func
	workspace *device.Buffer
	size      int // of the workspace
}

// The results of a launch: the element 8 bytes from the start, an index after it, and poison about them.
const (
	indexAt  = 24
	outBytes = 40
)

var poison = bytes.Repeat([]byte{0xa5}, outBytes)

// sized is where a file states the size of its workspace.
var sized = regexp.MustCompile(`workspace: (\d+) bytes`)

// Run compares the kernel of a spec with its twin, on arrays of at most so many bytes.
func Run(d *device.Device, s spec.Spec, most int, r *report.Report) error {
	s = s.With("parts", !s.HasLane()) // which changes nothing else
	files, err := gen.Generate(s, gen.Options{Langs: []gen.Lang{gen.CUDA}})
	if err != nil {
		return err
	}
	src := string(files[s.FileName()+".cu"])
	k := kernel{Report: r, spec: s, twin: twins[s.FileName()]}
	if k.twin == nil {
		return fmt.Errorf("%s: no twin is linked in", s.FileName())
	}
	if k.size, err = strconv.Atoi(sized.FindStringSubmatch(src)[1]); err != nil {
		return err
	}
	if k.module, err = d.Compile(src); err != nil {
		return err
	}
	defer k.module.Unload()
	if k.workspace, err = d.Alloc(k.size); err != nil {
		return err
	}
	defer k.workspace.Free()
	if err := k.workspace.Put(make([]byte, k.size)); err != nil {
		return err
	}
	r.Kernels++
	for _, n := range lengths(s, most) {
		if err := k.length(d, n); err != nil {
			return fmt.Errorf("%s: %d elements: %w", s.FileName(), n, err)
		}
	}
	return nil
}

// inputs are the arrays of a kernel, in both memories.
type inputs struct {
	size  int // of an element
	bytes [][]byte
	held  []*device.Buffer
}

// fill makes the arrays of n elements.
func (k *kernel) fill(d *device.Device, n int) (*inputs, error) {
	x := &inputs{size: k.spec.InType().Bits() / 8}
	for range max(1, len(k.spec.MapInputs())) {
		array := make([]byte, n*x.size+16)
		held, err := d.Alloc(len(array))
		if err != nil {
			return x, err
		}
		fill(k.spec, uint64(n)*31+uint64(k.spec.Op)+uint64(len(x.held))<<40, array[:n*x.size])
		x.bytes, x.held = append(x.bytes, array), append(x.held, held)
		if err := held.Put(array); err != nil {
			return x, err
		}
	}
	return x, nil
}

// free gives the arrays back.
func (x *inputs) free() {
	for _, held := range x.held {
		held.Free()
	}
}

// part is the elements of some places, of each array the first of them at its own.
type part struct{ at, apart, count int }

// start is the place of the first element of an array.
func (p part) start(array int) int { return p.at + array*p.apart }

// on is what a twin gives of a part.
func (x *inputs) on(twin Func, p part) Result {
	var all [][]byte
	for k, array := range x.bytes {
		all = append(all, array[p.start(k)*x.size:(p.start(k)+p.count)*x.size])
	}
	return twin(all...)
}

// length compares the kernel at one length.
func (k *kernel) length(d *device.Device, n int) error {
	in, err := k.fill(d, n)
	defer in.free()
	if err != nil {
		return err
	}
	out, err := d.Alloc(outBytes)
	if err != nil {
		return err
	}
	defer out.Free()
	vector := 16 / in.size
	wants := map[part]Result{}
	for i, blocks := range grids {
		shifts := []int{0, 1 + i*3%vector}
		if in.size == 16/2 {
			shifts = []int{0, 1}
		}
		if blocks == 264 && n < 5000 {
			shifts = shifts[:0]
			for at := range vector {
				shifts = append(shifts, at)
			}
		}
		for _, at := range shifts {
			apart := i % 2 * (len(in.held) - 1) // of two arrays one may be aligned alone
			p := part{at, apart, max(0, n-at-apart)}
			if n < at+apart {
				p = part{}
			}
			if _, ok := wants[p]; !ok {
				wants[p] = in.on(k.twin, p)
			}
			if err := k.launch(in, out, p, blocks, wants[p]); err != nil {
				return err
			}
		}
	}
	for _, at := range []int{0, 1} {
		p := part{at, 0, n - at}
		if want, ok := wants[p]; ok && k.spec.Grid().Parts {
			if err := k.parts(d, in, p, want.Bits); err != nil {
				return err
			}
		}
	}
	return nil
}

// launch makes a launch and compares its result.
func (k *kernel) launch(in *inputs, out *device.Buffer, p part, blocks uint32, want Result) error {
	if err := out.Poison(); err != nil {
		return err
	}
	size := k.spec.Type.Bits() / 8
	var args []any
	for i, held := range in.held {
		args = append(args, held.From(p.start(i)*in.size))
	}
	args = append(args, uint64(p.count), out.From(8))
	if k.spec.HasLane() {
		args = append(args, out.From(indexAt))
	}
	err := k.module.Launch(k.spec.FileName(), device.Dim{X: blocks, Y: 1, Z: 1},
		device.Dim{X: uint32(k.spec.GridOrder().Threads), Y: 1, Z: 1},
		append(args, k.workspace)...)
	if err != nil {
		return err
	}
	k.Launches++
	got := make([]byte, outBytes)
	if err := out.Get(got); err != nil {
		return err
	}
	index := int64(binary.LittleEndian.Uint64(got[indexAt:]))
	if k.spec.HasLane() {
		copy(got[indexAt:], poison[:8])
	}
	if !bytes.Equal(got[:8], poison[:8]) || !bytes.Equal(got[8+size:], poison[8+size:]) {
		k.Wrong("%s: %d elements, %d blocks: a store beside the result", k.spec.FileName(), p.count, blocks)
	}
	var word [8]byte
	copy(word[:], got[8:8+size])
	if bits := binary.LittleEndian.Uint64(word[:]); !ref.Same(k.spec.Type, bits, want.Bits) &&
		!(k.spec.HasLane() && p.count == 0) {
		k.Wrong("%s: %d elements from %d on, %d blocks: %#x, want %#x", k.spec.FileName(), p.count, p.at, blocks, bits,
			want.Bits)
	}
	if k.spec.HasLane() && index != want.Index {
		k.Wrong("%s: %d elements from %d on, %d blocks: index %d, want %d", k.spec.FileName(), p.count, p.at, blocks, index,
			want.Index)
	}
	left := make([]byte, k.size)
	if err := k.workspace.Get(left); err != nil {
		return err
	}
	if !bytes.Equal(left, make([]byte, k.size)) {
		k.Wrong("%s: %d elements, %d blocks: the workspace is not zero", k.spec.FileName(), p.count, blocks)
		return k.workspace.Put(make([]byte, k.size))
	}
	return nil
}

// Repeat launches the sum of float32 many times, with grids of every size in turn, and wants the
// same bits.
func Repeat(d *device.Device, times, n int, r *report.Report) error {
	s := spec.NewSpec(spec.GridReduce)
	s.Type = spec.Float32
	files, err := gen.Generate(s, gen.Options{Langs: []gen.Lang{gen.CUDA}})
	if err != nil {
		return err
	}
	k := kernel{Report: r, spec: s, twin: twins[s.FileName()], size: 8 * 1024}
	if k.module, err = d.Compile(string(files[s.FileName()+".cu"])); err != nil {
		return err
	}
	defer k.module.Unload()
	if k.workspace, err = d.Alloc(k.size); err != nil {
		return err
	}
	defer k.workspace.Free()
	if err := k.workspace.Put(make([]byte, k.size)); err != nil {
		return err
	}
	in, err := k.fill(d, n)
	defer in.free()
	if err != nil {
		return err
	}
	out, err := d.Alloc(outBytes)
	if err != nil {
		return err
	}
	defer out.Free()
	whole := part{count: n}
	want := in.on(k.twin, whole)
	for i := range times {
		if err := k.launch(in, out, whole, uint32(i%1320+1), want); err != nil {
			return err
		}
	}
	return nil
}
