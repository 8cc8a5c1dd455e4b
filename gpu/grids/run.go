package grids

import (
	"bytes"
	"fmt"
	"reflect"
	"regexp"
	"strconv"

	"github.com/shflgen/shflgen/gen"
	"github.com/shflgen/shflgen/gpu/arrays"
	"github.com/shflgen/shflgen/gpu/device"
	"github.com/shflgen/shflgen/gpu/ends"
	"github.com/shflgen/shflgen/gpu/report"
	"github.com/shflgen/shflgen/gpu/twin"
	"github.com/shflgen/shflgen/internal/prover/ref"
	"github.com/shflgen/shflgen/spec"
	"github.com/shflgen/shflgen/tests/catalogue"
)

// grids are the numbers of blocks of the launches.
var grids = []uint32{1, 7, 132, 264, 1320}

// poison is as many bytes of memory that nothing was stored to as a launch has beside a value.
var poison = bytes.Repeat([]byte{0xa5}, 64)

// sized is where a file states the size of its workspace.
var sized = regexp.MustCompile(`workspace: (\d+) bytes`)

// kernel is a kernel under comparison.
type kernel struct {
	*report.Report
	twin         any
	typ          reflect.Type                // of a result
	size         int                         // its bytes
	same         func(got, want []byte) bool // of results, by their leaves
	name, source string
	spec         spec.Spec // by which arrays are filled, and kernels launched
	arrays       int
	module       device.Module
	memory       *device.Memory
	workspace    *device.Buffer
	zero         []byte // what the workspace holds
	out          *device.Buffer
}

// kernelOf is the kernel of a name.
func kernelOf(name, source string, s spec.Spec, arrays int, r *report.Report) *kernel {
	k := &kernel{Report: r, twin: twin.Linked(name), name: name, source: source, spec: s, arrays: arrays}
	k.typ = reflect.TypeOf(k.twin).Out(0)
	k.size = int(k.typ.Size())
	return k
}

// ofSpec is the kernel of a spec.
func ofSpec(s spec.Spec, r *report.Report) *kernel {
	s = s.With("parts", !s.HasLane()) // which changes nothing else
	files := ends.Must(gen.Generate(s, gen.Options{Langs: []gen.Lang{gen.CUDA}}))
	k := kernelOf(s.FileName(), string(files[s.FileName()+".cu"]), s, max(1, len(s.MapInputs())), r)
	k.same = func(got, want []byte) bool { return ref.Same(s.Type, arrays.Word(got), arrays.Word(want)) }
	return k
}

// Run compares the kernel of a spec with its twin, on arrays of at most so many bytes.
func Run(d *device.Device, s spec.Spec, most int, r *report.Report) { ofSpec(s, r).run(d, most) }

// RunUsers compares the kernels with functions of users that have chosen names.
func RunUsers(d *device.Device, most int, chosen func(name string) bool, r *report.Report) {
	for _, u := range twin.Users {
		if u.Pattern != spec.GridReduce || !chosen(u.Name) {
			continue
		}
		s := spec.NewSpec(spec.GridReduce).With("parts", true)
		s.Type, s.Op = u.In[0], spec.Max // elements of a maximum may be any
		k := kernelOf(u.Name, u.Source, s, len(u.In), r)
		k.same = k.sameResults
		k.run(d, most)
	}
}

// Repeat launches the sum of float32 many times, with grids of every size in turn, and wants the
// same bits.
func Repeat(d *device.Device, times, n int, r *report.Report) {
	s := spec.NewSpec(spec.GridReduce)
	s.Type = spec.Float32
	k := ofSpec(s, r)
	defer k.open(d)()
	in := k.fill(d, n)
	defer in.memory.Free()
	whole := part{count: n}
	want := in.on(k.result, whole)
	for i := range times {
		k.launch(in, whole, uint32(i%1320+1), want)
	}
}

// open compiles the kernel and allocates the memory of its launches. The function that it returns frees both.
func (k *kernel) open(d *device.Device) func() {
	k.module, k.memory = d.Compile(k.source), d.Memory()
	k.zero = make([]byte, ends.Must(strconv.Atoi(sized.FindStringSubmatch(k.source)[1])))
	k.workspace, k.out = k.memory.Hold(k.zero), k.memory.Alloc(k.indexAt()+16)
	k.Kernels++
	return func() {
		k.memory.Free()
		k.module.Unload()
	}
}

// run compares the kernel with its twin, on arrays of at most so many bytes.
func (k *kernel) run(d *device.Device, most int) {
	defer ends.During("%s", k.name)
	defer k.open(d)()
	for _, n := range append(catalogue.GridLengths, 1<<24+7, 1<<28+3, 1<<32+5) {
		if n*k.spec.InType().Bits()/8 <= most {
			k.length(d, n)
		}
	}
}

// inputs are the arrays of a kernel, in both memories.
type inputs struct {
	size   int // of an element
	bytes  [][]byte
	memory *device.Memory
	held   []*device.Buffer
}

// fill makes the arrays of n elements.
func (k *kernel) fill(d *device.Device, n int) *inputs {
	x := &inputs{size: k.spec.InType().Bits() / 8, memory: d.Memory()}
	for nth := range k.arrays {
		array := make([]byte, n*x.size+16)
		f := arrays.Filling{Op: k.spec.Op, Type: k.spec.InType(), Apart: 0x1p-12,
			Seed: uint64(n)*31 + uint64(k.spec.Op) + uint64(nth)<<40}
		if len(array) <= 1<<16 && f.Seed%2 == 1 {
			f.Edges = 5
		}
		f.Fill(array[:n*x.size])
		x.bytes, x.held = append(x.bytes, array), append(x.held, x.memory.Hold(array))
	}
	return x
}

// part is the elements of some places, of each array the first of them at its own.
type part struct{ at, apart, count int }

// start is the place of the first element of an array.
func (p part) start(array int) int { return p.at + array*p.apart }

// on is a twin's result for a part.
func (x *inputs) on(twin func(in ...[]byte) Result, p part) Result {
	var all [][]byte
	for k, array := range x.bytes {
		all = append(all, array[p.start(k)*x.size:(p.start(k)+p.count)*x.size])
	}
	return twin(all...)
}

// length compares the kernel at one length.
func (k *kernel) length(d *device.Device, n int) {
	defer ends.During("%d elements", n)
	in := k.fill(d, n)
	defer in.memory.Free()
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
			apart := i % 2 * min(1, k.arrays-1) // of two arrays one may be aligned alone
			p := part{at, apart, n - at - apart*(k.arrays-1)}
			if p.count < 0 {
				p = part{}
			}
			if _, ok := wants[p]; !ok {
				wants[p] = in.on(k.result, p)
			}
			k.launch(in, p, blocks, wants[p])
		}
	}
	for i := range 4 {
		p := part{at: i % 2, apart: i / 2}
		p.count = n - p.at - p.apart*(k.arrays-1)
		if want, ok := wants[p]; ok && k.spec.Grid().Parts {
			k.parts(d, in, p, want.Value)
		}
	}
}

// indexAt is where an index is stored: the value is 8 bytes from the start, with poison about both.
func (k *kernel) indexAt() int { return 16 + (k.size+7)&^7 }

// launch makes a launch and compares its result.
func (k *kernel) launch(in *inputs, p part, blocks uint32, want Result) {
	k.out.Poison()
	at, size := k.indexAt(), k.size
	var args []any
	for i, held := range in.held {
		args = append(args, held.From(p.start(i)*in.size))
	}
	args = append(args, uint64(p.count), k.out.From(8))
	if k.spec.HasLane() {
		args = append(args, k.out.From(at))
	}
	k.module.Launch(k.name, device.Dim{X: blocks}, device.Dim{X: uint32(k.spec.GridOrder().Threads)},
		append(args, k.workspace)...)
	k.Launches++
	where := fmt.Sprintf("%s: %d elements from %d on, %d blocks", k.name, p.count, p.at, blocks)
	got := k.out.Get(at + 16)
	k.Values++
	index := int64(arrays.Word(got[at : at+8]))
	if k.spec.HasLane() {
		copy(got[at:], poison[:8])
	}
	if rest := got[8+size:]; !bytes.Equal(got[:8], poison[:8]) || !bytes.Equal(rest, poison[:len(rest)]) {
		k.Wrong("%s: a store beside the result", where)
	}
	if value := got[8 : 8+size]; !k.same(value, want.Value) && !(k.spec.HasLane() && p.count == 0) {
		k.Wrong("%s: %x, want %x", where, value, want.Value)
	}
	if k.spec.HasLane() && index != want.Index {
		k.Wrong("%s: index %d, want %d", where, index, want.Index)
	}
	if !bytes.Equal(k.workspace.Get(len(k.zero)), k.zero) {
		k.Wrong("%s: the workspace is not zero", where)
		k.workspace.Put(k.zero)
	}
}

// splits are the numbers of devices among which an array is spread, on the one that is there.
var splits = []int{1, 2, 3, 8}

// parts compares results for each number of devices. Several launches reduce the chunks of the arrays, as several
// devices do, each with its own part of every array, and parts combines them.
func (k *kernel) parts(d *device.Device, in *inputs, p part, want []byte) {
	memory, order := d.Memory(), k.spec.GridOrder()
	defer memory.Free()
	size := int(order.Chunk(int64(p.count)))
	chunks := max(1, (p.count+size-1)/size)
	results, out := memory.Alloc(order.Chunks*k.size), memory.Alloc(k.size)
	block := device.Dim{X: uint32(order.Threads)}
	for _, devices := range splits {
		results.Poison()
		each := (chunks + devices - 1) / devices
		for from := 0; from < chunks; from += each {
			var args []any
			for i, held := range in.held {
				args = append(args, held.From((p.start(i)+from*size)*in.size))
			}
			grid := device.Dim{X: uint32(max(1, each-from%2))} // fewer blocks than chunks, too
			k.module.Launch(k.name+"_chunks", grid, block,
				append(args, uint64(p.count), uint32(from), uint32(from+each), results)...)
		}
		k.module.Launch(k.name+"_combine", device.Dim{}, block, results, uint64(p.count), out)
		k.Launches++
		k.Values++
		if got := out.Get(k.size); !k.same(got, want) {
			k.Wrong("%s: %d elements on %d devices: %x, want %x", k.name, p.count, devices, got, want)
		}
	}
}
