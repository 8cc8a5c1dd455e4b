package compare

import (
	"encoding/binary"
	"math"
	"math/rand/v2"
	"strings"

	"github.com/shflgen/shflgen/gpu/device"
	"github.com/shflgen/shflgen/gpu/ends"
	"github.com/shflgen/shflgen/internal/prover/ref"
	"github.com/shflgen/shflgen/spec"
	"github.com/shflgen/shflgen/tests/compiled"
)

// Operator is a function of a warp or a block by a user's operator, in Go and in CUDA. Both are made
// before the run, as a machine with a GPU need not have the go command that loads the operator.
type Operator struct {
	Args, Kernel, CUDA string // the kernel's name; the file with the kernel
	Size               int    // of an element, in bytes
	Leaves             []spec.Leaf
	Lanes              int // or threads
	Named              int // the contract names the first lane of each so many
	Block, Masked      bool
	Func               any // the Go function
}

// words are those of a mask.
func (o Operator) words() int { return (o.Lanes + spec.MaskWordBits - 1) / spec.MaskWordBits }

// calls is how many calls the kernel makes of each case: of a block a second one follows, by the next case.
func (o Operator) calls() int {
	if o.Block {
		return 2
	}
	return 1
}

var operators []Operator

// RegisterOperator adds a function to those that [Operators] compares.
func RegisterOperator(o Operator) { operators = append(operators, o) }

// OperatorText is what the CUDA and the kernel of a resolved spec are to [Operators].
func OperatorText(s spec.Spec, cuda []byte) (kernelOf, text string) {
	return kernelName(s), string(cuda) + kernel(s)
}

// Operators calls every registered function that is chosen by its kernel's name on random and special elements, on the
// GPU and in Go, and compares every bit of the lanes that the contract names.
func Operators(chosen func(kernel string) bool, cases int, seed uint64, options ...string) Report {
	d := device.Open()
	r := Report{GPU: d.Name, Arch: d.Arch, NVRTC: d.NVRTC}
	for i, o := range operators {
		if chosen(o.Kernel) {
			r.operator(d, o, cases, rand.New(rand.NewPCG(seed, uint64(i))), options)
		}
	}
	return r
}

func (r *Report) operator(d *device.Device, o Operator, cases int, rng *rand.Rand, options []string) {
	defer ends.During("%s", o.Args)
	m, on := d.Compile(o.CUDA, options...), d.Memory()
	defer m.Unload()
	defer on.Free()
	l, words := compiled.Layout{Leaves: o.Leaves, Size: o.Size}, make([]byte, 0, 4*cases)
	var values []uint64
	masks := make([][spec.MaxBlock / 32]uint32, cases)
	for c := range masks {
		density := rng.IntN(4)
		for w := range o.words() {
			masks[c][w] = rng.Uint32()
			switch {
			case !o.Masked || density == 0:
				masks[c][w] = math.MaxUint32
			case density == 1:
				masks[c][w] &= rng.Uint32() & rng.Uint32()
			}
			words = binary.LittleEndian.AppendUint32(words, masks[c][w])
		}
		style := rng.IntN(5)
		for k := range o.Lanes * len(o.Leaves) {
			values = append(values, operand(rng, l.Leaf(k), style))
		}
	}
	in := l.Pack(values)
	out := on.Alloc(o.calls() * len(in))
	block, grid := device.Dim{X: warps * spec.WarpSize}, device.Dim{X: uint32(cases+warps-1) / warps}
	if o.Block {
		block.X, grid.X = uint32(o.Lanes), uint32(cases)
	}
	m.Launch(o.Kernel, grid, block, on.Hold(words), on.Hold(in), out, on.Alloc(cases*o.Lanes), uint32(cases))
	r.Specs, r.Twins, r.Calls, r.TwinCalls = r.Specs+1, r.Twins+1, r.Calls+o.calls()*cases, r.TwinCalls+cases
	r.compareOperator(o, l, masks, values, l.Unpack(out.Get(o.calls()*len(in))))
}

// compareOperator runs the Go function on each case and compares the lanes that are named.
func (r *Report) compareOperator(o Operator, l compiled.Layout, masks [][spec.MaxBlock / 32]uint32,
	values, got []uint64) {
	per := o.Lanes * len(o.Leaves)
	for c := range masks {
		mask := masks[c]
		call := compiled.NewCall(o.Func)
		if o.Masked {
			call.Mask()(mask[:o.words()])
		}
		held := call.Elements(l.Pack(values[c*per : (c+1)*per]))
		call.Run()
		for k, want := range l.Unpack(held) {
			lane := k / len(o.Leaves)
			if lane%o.Named != 0 || lane+o.Named > o.Lanes {
				continue
			}
			for call := range o.calls() { // the second one of block c-1 is of case c
				r.Comparisons++
				at := (c+len(masks)-call)%len(masks) + call*len(masks)
				if g := got[at*per+k]; !ref.Same(l.Leaf(k).Type, g, want) {
					r.mismatch("%s: mask %#08x lane %d%s, call %d: Go %#x, GPU %#x, inputs %#x", strings.TrimSpace(o.Args),
						masks[c][:o.words()], lane, l.Leaf(k).Path, call, want, g, values[c*per:(c+1)*per])
				}
			}
		}
	}
}

// operand is a value of a leaf as users' operators see them: edges, random bits, small numbers,
// floats of everyday sizes, few different ones.
func operand(rng *rand.Rand, leaf spec.Leaf, style int) uint64 {
	edges, floats := ref.Edges(leaf.Type), leaf.Type.Class() == spec.Float
	switch {
	case leaf.Bool:
		return rng.Uint64() & 1
	case style == 2 && floats:
		return ref.Encode(leaf.Type, 30*rng.NormFloat64())
	case style == 3 && floats:
		return ref.Encode(leaf.Type, float64(rng.IntN(9))/2)
	case style == 0 || rng.IntN(6) == 0:
		return edges[rng.IntN(len(edges))]
	case style == 1:
		return uint64(rng.IntN(7))
	}
	return rng.Uint64() & (^uint64(0) >> (64 - leaf.Type.Bits()))
}
