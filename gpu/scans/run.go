// Package scans runs emitted scans of arrays on a GPU and compares every bit with the emitted Go: at lengths where the
// kernel changes its shape, at every alignment, with grids that are larger than needed, and in launches of different
// lengths one after the other on one workspace. It checks the words of the workspace after each launch.
package scans

import (
	"bytes"
	"math"
	"math/rand/v2"

	"github.com/shflgen/shflgen/gen"
	"github.com/shflgen/shflgen/gpu/arrays"
	"github.com/shflgen/shflgen/gpu/device"
	"github.com/shflgen/shflgen/gpu/ends"
	"github.com/shflgen/shflgen/gpu/report"
	"github.com/shflgen/shflgen/gpu/twin"
	"github.com/shflgen/shflgen/internal/prover/ref"
	"github.com/shflgen/shflgen/spec"
	"github.com/shflgen/shflgen/tests/catalogue"
	"github.com/shflgen/shflgen/tests/compiled"
)

// margin is how many elements an array may begin after the start of its buffer, and how many lie behind it.
const margin = 16

// burst is how many launches follow each other before their results are compared.
const burst = 3

// launch is one launch: n elements from in on, to out on, by more blocks than needed.
type launch struct{ n, in, out, more int }

// from is where array nth begins: of several, not all at one place.
func (l launch) from(nth int) int {
	if l.in == 0 {
		return 0
	}
	return (l.in + 5*nth) % margin
}

// kernel is a kernel under comparison.
type kernel struct {
	*report.Report
	name      string
	twin      any
	spec      spec.Spec // of the results, and how it is launched
	size      int       // of a result
	module    device.Module
	in        []array
	outs      [burst]*device.Buffer
	workspace *device.Buffer
	words     int
}

// array is an array that a kernel reads.
type array struct {
	size  int // of an element
	bytes []byte
	held  *device.Buffer
}

// Run compares the kernel of a spec with its twin, on arrays of at most so many elements. A plant alters the source.
func Run(d *device.Device, s spec.Spec, most int, plant func(string) string, r *report.Report) {
	files := ends.Must(gen.Generate(s, gen.Options{Langs: []gen.Lang{gen.CUDA}}))
	var in []spec.Type
	for _, p := range s.Shape().In {
		in = append(in, p.Type)
	}
	k := kernel{Report: r, name: s.FileName(), spec: s, size: s.Type.Bits() / 8}
	k.run(d, plant(string(files[s.FileName()+".cu"])), in, most)
}

// RunUser compares a kernel with functions of users with its twin.
func RunUser(d *device.Device, u twin.User, most int, plant func(string) string, r *report.Report) {
	s := spec.NewSpec(spec.GridInclusiveScan)
	s.Type = u.Type
	k := kernel{Report: r, name: u.Name, spec: s, size: s.Type.Bits() / 8}
	k.run(d, plant(u.Source), u.In, most)
}

// run compares the kernel in a source, which reads arrays of some types.
func (k *kernel) run(d *device.Device, source string, in []spec.Type, most int) {
	defer ends.During("%s", k.name)
	s, r := k.spec, k.Report
	k.twin = twin.Linked(k.name)
	k.module = d.Compile(source)
	defer k.module.Unload()
	memory := d.Memory()
	defer memory.Free()
	for nth, t := range in {
		a := array{size: t.Bits() / 8}
		a.bytes = make([]byte, (most+2*margin)*a.size)
		arrays.Filling{Op: s.Op, Type: t, Seed: uint64(s.Op) + uint64(t)<<16 + uint64(nth)<<32, Edges: 64,
			Apart: 0x1p-17}.Fill(a.bytes)
		a.held = memory.Hold(a.bytes)
		k.in = append(k.in, a)
	}
	for i := range k.outs {
		k.outs[i] = memory.Alloc((most + 2*margin) * k.size)
	}
	k.words = s.ScanLaunch(int64(most)).Workspace / 8
	k.workspace = memory.Hold(make([]byte, 8*k.words))
	r.Kernels++
	all := launches(most, s.ScanOrder().Vector)
	for len(all) > 0 && r.Differ < 10 {
		n := min(burst, len(all))
		k.compare(all[:n])
		all = all[n:]
	}
}

// launches are those of a kernel, mixed, so that long and short arrays follow each other.
func launches(most, vector int) []launch {
	var all []launch
	random := rand.New(rand.NewPCG(1, 2))
	for _, n := range append(catalogue.ScanLengths, 1025*4096+5, 1<<24+7) {
		if n > most {
			continue
		}
		all = append(all, launch{n, 0, 0, 0}, launch{n, 0, vector, 3},
			launch{n, 1 + random.IntN(margin-1), 1 + random.IntN(margin-1), random.IntN(40)})
		if n <= 5000 {
			for at := range margin {
				all = append(all, launch{n, at, at, 0}, launch{n, at, 0, 1}, launch{n, 0, at, 2})
			}
		}
	}
	random.Shuffle(len(all), func(i, j int) { all[i], all[j] = all[j], all[i] })
	return all
}

// compare makes launches without waiting between them, and compares what each stored.
func (k *kernel) compare(all []launch) {
	defer ends.During("%+v", all)
	for i, l := range all {
		k.outs[i].Poison()
		shape := k.spec.ScanLaunch(int64(l.n))
		start := k.module.Start
		if i == len(all)-1 {
			start = k.module.Launch
		}
		var args []any
		for nth, a := range k.in {
			args = append(args, a.held.From(l.from(nth)*a.size))
		}
		args = append(args, uint64(l.n), k.outs[i].From(l.out*k.size), k.workspace)
		start(k.name, device.Dim{X: uint32(shape.Blocks + l.more)}, device.Dim{X: uint32(shape.Threads)}, args...)
		k.Launches++
	}
	for i, l := range all {
		want := bytes.Repeat([]byte{0xa5}, (l.n+2*margin)*k.size)
		var in [][]byte
		for nth, a := range k.in {
			in = append(in, a.bytes[l.from(nth)*a.size:(l.from(nth)+l.n)*a.size])
		}
		compiled.OfArrays(k.twin, append(in, want[l.out*k.size:(l.out+l.n)*k.size])...)
		got := k.outs[i].Get(len(want))
		k.Values += len(want) / k.size
		if at := k.differs(got, want); at >= 0 {
			k.Wrong("%s: %+v: element %d is %x, want %x", k.name, l, at-l.out, got[at*k.size:(at+1)*k.size],
				want[at*k.size:(at+1)*k.size])
		}
	}
	k.look()
}

// differs is the first element that differs, but for the payload of a NaN; -1 for none.
func (k *kernel) differs(got, want []byte) int {
	if bytes.Equal(got, want) {
		return -1
	}
	for at := range len(got) / k.size {
		a, b := got[at*k.size:(at+1)*k.size], want[at*k.size:(at+1)*k.size]
		if !bytes.Equal(a, b) && !ref.Same(k.spec.Type, arrays.Word(a), arrays.Word(b)) {
			return at
		}
	}
	return -1
}

// look wants the workspace as a launch leaves it: no tickets, one side zero, and the other from the words on that were
// used.
func (k *kernel) look() {
	left := arrays.Of[uint64](k.workspace.Get(8 * k.words))
	side, used := int(left[0]>>63), int(left[0]>>32&math.MaxInt32)
	if uint32(left[0]) != 0 {
		k.Wrong("%s: %d tickets are left", k.name, uint32(left[0]))
	}
	for i := 1; i < spec.GridHeader; i++ {
		if left[i] != 0 {
			k.Wrong("%s: word %d is not zero", k.name, i)
		}
	}
	for i := range (k.words - spec.GridHeader) / 2 {
		pair := left[spec.GridHeader+2*i:]
		if own, other := pair[side], pair[1-side]; own != 0 || i >= used && other != 0 {
			k.Wrong("%s: word %d of %d is %#x on the side of the next launch, %#x on the other", k.name, i, used, own, other)
			return
		}
	}
}
