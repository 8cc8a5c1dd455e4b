package compare

import (
	"context"
	"encoding/binary"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"

	"github.com/shflgen/shflgen/gen"
	"github.com/shflgen/shflgen/gpu/arrays"
	"github.com/shflgen/shflgen/gpu/device"
	"github.com/shflgen/shflgen/gpu/ends"
	"github.com/shflgen/shflgen/gpu/twin"
	"github.com/shflgen/shflgen/internal/prover/ref"
	"github.com/shflgen/shflgen/spec"
	"github.com/shflgen/shflgen/tests/compiled"
	"github.com/shflgen/shflgen/verify"
)

// Report is the result of a run.
type Report struct {
	GPU, Arch, NVRTC string
	Specs            int
	Calls            int // calls on the GPU
	Twins            int // specs with emitted Go that was run
	TwinCalls        int // calls of emitted Go functions
	TwinComparisons  int // elements, indices and preds of Go compared with the reference
	Comparisons      int // elements, indices and preds of CUDA compared with Go
	Mismatches       int
	First            []string // the first mismatches, with spec, mask and inputs
}

// Err says that results differ, or that none was compared.
func (r Report) Err() error {
	if r.Mismatches > 0 || r.Comparisons == 0 {
		return fmt.Errorf("%d mismatches in %d comparisons", r.Mismatches, r.Comparisons)
	}
	return nil
}

// Add adds the report of another run on the same GPU.
func (r *Report) Add(o Report) {
	r.Specs += o.Specs
	r.Calls += o.Calls
	r.Twins += o.Twins
	r.TwinCalls += o.TwinCalls
	r.TwinComparisons += o.TwinComparisons
	r.Comparisons += o.Comparisons
	r.Mismatches += o.Mismatches
	r.First = append(r.First, o.First...)
}

// batch is the number of functions in one program.
const batch = 40

// Run compares the specs on random calls: cases of each spec. options go to NVRTC.
func Run(specs []spec.Spec, cases int, seed uint64, options ...string) Report {
	d := device.Open()
	r := Report{GPU: d.Name, Arch: d.Arch, NVRTC: d.NVRTC}
	for some := range slices.Chunk(specs, batch) {
		r.batch(d, some, cases, seed, options)
	}
	return r
}

func (r *Report) batch(d *device.Device, specs []spec.Spec, cases int, seed uint64, options []string) {
	var functions [][]byte
	for _, s := range specs {
		files := ends.Must(gen.Generate(s, gen.Options{Package: "twin", Langs: gen.Langs()}))
		if s.Elem == nil { // the file of another type imports a package, and is no proof alone
			proveTwin(s, files[s.FileName()+".go"])
		}
		functions = append(functions, files[s.FileName()+".cu"])
	}
	m := d.Compile(source(specs, functions), options...)
	for i, s := range specs {
		r.spec(d, m, s, cases, seed+uint64(i))
	}
	ends.Check(m.Unload())
}

// proveTwin proves the Go that the GPU is compared with.
func proveTwin(s spec.Spec, src []byte) {
	proof, err := verify.Prove(context.Background(), verify.Subject{Path: s.FileName() + ".go", Src: src},
		verify.Options{Alone: true})
	if err != nil || proof.Verdict != verify.Proved {
		ends.Check(fmt.Errorf("the Go twin is not proved: %v %v", err, proof))
	}
}

// dims are the block shapes that a spec runs in.
func dims(s spec.Spec) []device.Dim {
	if !s.Shape().Block() {
		return []device.Dim{{X: 128}}
	}
	b := uint32(s.Block().Threads)
	shapes := []device.Dim{{X: b}}
	for _, y := range []uint32{2, 3, 5, 7, 11, 31} {
		if b%y == 0 && b > y {
			shapes = append(shapes, device.Dim{X: b / y, Y: y})
			break
		}
	}
	for z := min(b/2, 64); z > 1; z-- { // 64 is the largest z of a block
		if b%z == 0 {
			y := uint32(1)
			if b/z%2 == 0 {
				y = 2
			}
			return append(shapes, device.Dim{X: b / z / y, Y: y, Z: z})
		}
	}
	return shapes
}

func (r *Report) spec(d *device.Device, m device.Module, s spec.Spec, cases int, seed uint64) {
	defer ends.During("%s", s.FileName())
	on := d.Memory()
	defer on.Free()
	c := newCalls(s, cases, seed)
	outputs := cases
	sh := s.Shape()
	if sh.Block() {
		outputs = 2 * cases
	}
	in64, keys64 := c.split()
	outSize, predSize := c.layout.Size*s.Elements()*outputs, 2*numbersOf(s)*outputs
	var mask []byte
	for _, word := range c.mask {
		mask = binary.LittleEndian.AppendUint32(mask, word)
	}
	args := []any{on.Hold(mask)}
	if beside, ok := besideOf(sh); ok {
		args = append(args, on.Hold(arrays.Words(beside.Bits/8, keys64...)))
	}
	out, pred := on.Alloc(outSize), on.Alloc(predSize)
	args = append(args, on.Hold(c.layout.Pack(in64)), out, pred, uint32(cases))
	want := c.expect()
	r.Specs++
	if f, ok := twin.Of(s.FileName()); ok {
		r.twins(c, f, want)
	}
	for _, block := range dims(s) {
		grid := device.Dim{X: uint32(cases)}
		if !sh.Block() {
			grid.X = (uint32(cases)*32 + block.X - 1) / block.X
		}
		out.Poison()
		pred.Poison()
		m.Launch(kernelName(s), grid, block, args...)
		r.Calls += outputs
		r.compare(c, want, c.layout.Unpack(out.Get(outSize)), pred.Get(predSize))
	}
}

// calls are the inputs of many calls.
type calls struct {
	spec   spec.Spec
	layout compiled.Layout
	n      int
	mask   []uint32 // MaskWords of each call
	in     []uint64 // Inputs of each call: elements, register by register, then keys or distances
}

func newCalls(s spec.Spec, n int, seed uint64) *calls {
	sh := s.Shape()
	c := &calls{spec: s, layout: layoutOf(s), n: n}
	rng := rand.New(rand.NewPCG(seed, 11))
	for i := range n {
		in := ref.Sample(rng, s, i)
		distances := spec.Cut(sh, in).Operands
		for i, x := range distances { // CUDA takes 32 bits
			distances[i] = uint64(int64(int32(x)))
		}
		c.mask, c.in = append(c.mask, compiled.Mask(rng, sh)...), append(c.in, in...)
	}
	return c
}

// split separates the elements of all calls from the keys or distances.
func (c *calls) split() (elements, keys []uint64) {
	for i := range c.n {
		in := c.inOf(i)
		elements, keys = append(elements, in[:c.spec.Shape().Values()]...), append(keys, in[c.spec.Shape().Values():]...)
	}
	return elements, keys
}

// outcome is the reference's outcome of one call.
type outcome struct {
	out   []uint64
	preds uint32
	named []bool

	// numbers are those of each lane, such as the winner's lane. specified reports whether
	// there is a winner. Without one, CUDA leaves the element unspecified and Go keeps it.
	numbers   []int32
	specified []bool
}

func (c *calls) maskOf(i int) []uint32 {
	return c.mask[i*c.spec.Shape().MaskWords() : (i+1)*c.spec.Shape().MaskWords()]
}
func (c *calls) inOf(i int) []uint64 { return c.in[i*c.spec.Inputs() : (i+1)*c.spec.Inputs()] }

func (c *calls) expect() []outcome {
	want := make([]outcome, c.n)
	for i := range want {
		a := ends.Must(ref.Call(c.spec, c.maskOf(i), c.inOf(i)))
		w := &want[i]
		w.preds, w.specified = ref.PredBits(a), a.Specified
		leaves := len(c.layout.Leaves)
		for k := range a.Named {
			kept, _ := ref.KeptLeaves(a, k, c.inOf(i)[k*leaves:(k+1)*leaves])
			w.out, w.named = append(w.out, kept...), append(w.named, a.Named[k] && a.Gets[k])
		}
		for _, numbers := range a.Numbers {
			for _, x := range numbers {
				w.numbers = append(w.numbers, int32(x))
			}
		}
	}
	return want
}

// expected is the leaf that a call must leave in a lane; ok is false where the contract
// does not name the lane, or gives it no value. In mask mode active, the memory of a non-member keeps its poison.
func (c *calls) expected(call int, w outcome, lane, leaf int) (bits uint64, ok bool) {
	if c.absent(call, lane) {
		return poison & (^uint64(0) >> (64 - c.layout.Leaf(leaf).Type.Bits())), true
	}
	return w.out[lane*len(c.layout.Leaves)+leaf], w.named[lane] && w.specified[lane]
}

// poison is eight bytes after [device.Buffer.Poison].
const poison = 0xa5a5a5a5a5a5a5a5

func (r *Report) compare(c *calls, want []outcome, got []uint64, preds []byte) {
	s, sh, leaves := c.spec, c.spec.Shape(), len(c.layout.Leaves)
	for i := range len(got) / sh.Values() {
		call := i % c.n
		if i >= c.n { // the second call of block i-n: case i-n+1
			call = (i + 1) % c.n
		}
		w := want[call]
		for lane := range s.Elements() {
			if sh.Numbers() != nil && lane < numbersOf(s) {
				r.compareNumber(c, call, w, lane, predOf(preds, i*numbersOf(s)+lane))
			}
			for leaf := range leaves {
				expected, ok := c.expected(call, w, lane, leaf)
				if !ok {
					continue
				}
				r.Comparisons++
				if g := got[i*sh.Values()+lane*leaves+leaf]; !c.same(leaf, g, expected) {
					r.mismatch("%s: mask %#08x lane %d%s: expected %#x, got %#x, inputs %#x",
						strings.Join(s.Args(), " "), c.maskOf(call), lane, c.layout.Leaf(leaf).Path, expected, g, c.inOf(call))
				}
			}
			if sh.HasPred() && !c.absent(call, lane) {
				r.Comparisons++
				if g := predOf(preds, i*s.Lanes()+lane); uint32(g) != w.preds>>lane&1 {
					r.mismatch("%s: mask %#08x lane %d: expected pred %d, got %d",
						strings.Join(s.Args(), " "), c.maskOf(call), lane, w.preds>>lane&1, g)
				}
			}
		}
	}
}

// predOf is entry i of the preds, or numbers, that a kernel has stored.
func predOf(preds []byte, i int) uint16 { return binary.LittleEndian.Uint16(preds[2*i:]) }

func (r *Report) mismatch(format string, args ...any) {
	r.Mismatches++
	if len(r.First) < 5 {
		r.First = append(r.First, fmt.Sprintf(format, args...))
	}
}
