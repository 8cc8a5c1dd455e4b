package ptx

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/shflgen/shflgen/internal/prover/bv"
	"github.com/shflgen/shflgen/internal/prover/check"
	"github.com/shflgen/shflgen/internal/prover/ptx/exec"
	"github.com/shflgen/shflgen/internal/prover/ptx/parse"
	"github.com/shflgen/shflgen/internal/prover/term"
	"github.com/shflgen/shflgen/spec"
)

// launch is one execution of the kernel that calls the function under proof, with
// the parameters
//
//	[unsigned mask,] const T *in, T *out [, unsigned char *pred]
//	[unsigned mask,] const T *in, int src, T *out [, unsigned char *pred]          of a distance of the caller
//	[unsigned mask,] const T *in, const int *src, T *out [, unsigned char *pred]   of one a lane
//	[unsigned mask,] const K *key, const T *in, T *out   of patterns that take keys
//	[unsigned mask,] const A *in_a, const B *in_b, T *out   of a map of two inputs
//	[unsigned mask,] const T *in, T *out, int *numbers   of a number of each lane, such as the winner's
//	[unsigned mask,] const T *in, const V *values, T *out, V *all_value   of what follows a key
//	[const unsigned *mask,] const T *in, T *out          for a block
//
// and then, unless the kernel has no more, unsigned *came: who makes the call stores 1
// to came[i] after it, since a thread that the function ends is lost to its caller.
//
// Lane i of a warp, by %laneid, or thread i of a block reads in[i] and writes
// out[i] (and pred[i], numbers[i]); of an array, register r is in[32*r + i] and
// out[32*r + i]. A function of a block, or one that is lent shared memory, is called twice
// in a row, unless it is called once, so that the first call must be done with that memory when the second begins.
type launch struct {
	check.Call
	block    exec.Launch
	foreign  *exec.Foreign // of a call that has to trap
	ctx      context.Context
	tolerant bool
	abreast  bool
	together bool
	once     bool // nothing follows the call
	machine  *exec.Machine
	outs     []buffers      // of each call
	padding  int            // cells so far of inputs with padding
	came     []*exec.Buffer // of each call; none if the kernel has no such parameter
}

// buffers are those that one call writes.
type buffers struct {
	elements, preds *exec.Buffer
	values          *exec.Buffer // nil if the call has none
	numbers         []*exec.Buffer
}

// predBytes is the size of a pred in memory.
const predBytes = 1

// anyBlock is the launch of a proof: for a block, that of any shape of so many dimensions at most; 0: of any shape.
func anyBlock(sh spec.Shape, dimensions int) exec.Launch {
	if !sh.Block() {
		return exec.OneWarp
	}
	n := sh.Lanes / sh.Blocks
	switch dimensions {
	case 1:
		return exec.Line(n).In(sh.Blocks)
	case 2:
		return exec.Flat(n).In(sh.Blocks)
	}
	return exec.Block(n).In(sh.Blocks)
}

// blocks are the launches under which an input is replayed: for a block of n
// threads, one dimension, and as many dimensions as n has factors for, the first
// of them small; of so many dimensions at most, 0: of three.
func blocks(sh spec.Shape, dimensions int) []exec.Launch {
	if !sh.Block() {
		return []exec.Launch{exec.OneWarp}
	}
	n := sh.Lanes / sh.Blocks
	line := exec.Line(n)
	best := line
	better := func(a, b exec.Launch) bool {
		return cmp.Or(
			cmp.Compare(min(a.X, a.Y, a.Z), min(b.X, b.Y, b.Z)),
			cmp.Compare(max(b.X, b.Y, b.Z), max(a.X, a.Y, a.Z)),
			cmp.Compare(b.X, a.X),
			cmp.Compare(b.Y, a.Y),
		) > 0
	}
	for x := 1; x <= n; x++ {
		for y := 1; y <= n/x; y++ {
			z := n / x / y
			of := exec.Launch{X: x, Y: y, Z: z}
			fits := z <= maxZ && dimensions != 1 && (dimensions != 2 || z == 1)
			if fits && x*y*z == n && better(of, best) {
				best = of
			}
		}
	}
	if best == line {
		return []exec.Launch{line.In(sh.Blocks)}
	}
	return []exec.Launch{line.In(sh.Blocks), best.In(sh.Blocks)}
}

// maxZ is the largest third dimension of a block that hardware takes.
const maxZ = 64

// blank is memory of n elements that nothing was written to.
func (l *launch) blank(unit, n int) *exec.Buffer {
	return &exec.Buffer{Unit: unit, Cells: undefined(l.Dom, n, 8*unit)}
}

// filled is memory that is read alone.
func (l *launch) filled(unit int, values []bv.Value) exec.Arg {
	return exec.Arg{Buffer: &exec.Buffer{Unit: unit, ReadOnly: true, Cells: defined(l.Dom, values)}}
}

// inputs are the arguments that every call has.
func (l *launch) inputs() []exec.Arg {
	var args []exec.Arg
	elements, values := spec.Apart(l.Shape, l.Elements)
	mapped := 0
	for _, p := range l.Shape.In {
		switch {
		case p.Role == spec.MaskRole && !l.Shape.Block():
			args = append(args, exec.Arg{Scalar: l.Mask[0]})
		case p.Role == spec.MaskRole:
			args = append(args, l.filled(p.Type.Bits()/8, l.Mask))
		case p.Role == spec.KeyRole:
			args = append(args, l.filled(p.Bits/8, l.Keys))
		case p.Role == spec.ElementRole:
			args = append(args, l.elementsIn(p, elements))
		case p.Role == spec.ValueRole:
			args = append(args, l.elementsIn(p, values))
		case p.Role.Input():
			args = append(args, l.elementsIn(p, l.Inputs[mapped]))
			mapped++
		case p.Uniform:
			args = append(args, exec.Arg{Scalar: l.Operands[0]})
		case p.Role.Operand():
			args = append(args, l.filled(p.Bits/8, l.Operands))
		}
	}
	return args
}

// outputs makes the memory that one call writes, and its arguments.
func (l *launch) outputs() (out buffers, args []exec.Arg) {
	for _, p := range l.Shape.Out {
		var b *exec.Buffer
		switch {
		case p.Role == spec.ElementRole:
			b = l.elementsOut(p)
			out.elements = b
		case p.Role == spec.ValueRole:
			b = l.elementsOut(p)
			out.values = b
		case p.Role.Number():
			b = l.blank(p.Bits/8, l.Shape.PortValues(p))
			out.numbers = append(out.numbers, b)
		case p.Role == spec.PredRole:
			b = l.blank(predBytes, l.Shape.Lanes)
			out.preds = b
		}
		args = append(args, exec.Arg{Buffer: b})
	}
	return out, args
}

func (l *launch) run(p *exec.Program) error {
	calls := 1
	if !l.once && (l.Shape.Block() || l.Shape.Memory) {
		calls = 2
	}
	inputs := l.inputs()
	var lists [][]exec.Arg
	for range calls {
		out, args := l.outputs()
		l.outs = append(l.outs, out)
		args = append(slices.Clone(inputs), args...)
		if len(p.Kernel.Params) == len(args)+1 {
			came := l.blank(4, l.Shape.Lanes)
			l.came = append(l.came, came)
			args = append(args, exec.Arg{Buffer: came})
		}
		lists = append(lists, args)
	}
	if !l.Shape.Block() && ownsShared(p, l.Shape) {
		return parse.Refuse(p.File, parse.Place{},
			"shared memory in a function of a warp: the warps of a block would meet there")
	}
	m, err := exec.NewMachine(p, l.Dom, l.block, lists...)
	if err != nil {
		return err
	}
	l.machine, m.Foreign = m, l.foreign
	if l.Group != nil {
		m.Group = &exec.Group{Keys: l.Keys, Lanes: l.Group}
	}
	m.Context, m.MaxSteps, m.Tolerant, m.Together, m.Abreast = l.ctx, maxSteps, l.tolerant, l.together, l.abreast
	if l.Shape.Calls == spec.Active {
		m.Elsewhere = true
		m.Callers = l.Members()
	}
	return m.Run()
}

// ownsShared reports whether a function of a warp has shared memory that its caller does not lend. The lent memory is
// a variable of the kernel, with a name that contains the kernel's.
func ownsShared(p *exec.Program, sh spec.Shape) bool {
	variables := p.Shared()
	if sh.Memory && len(variables) == 1 {
		return !strings.Contains(variables[0], p.Kernel.Name)
	}
	return len(variables) > 0
}

// maxSteps is how many instructions all threads of a launch may execute together:
// minutes, and some ten times what any emitted function takes.
const maxSteps = 30_000_000

// returned is the bit that lane i is back from call c, if it makes it.
func (l *launch) returned(c, i int) bv.Value {
	d := l.Dom
	came := l.came[c].Get(d, i)
	back := d.Int(bv.And, came.Def, d.Int(bv.Eq, came.V, d.Const(32, 1)))
	if l.Shape.Calls == spec.Active {
		back = d.Int(bv.Or, back, d.Not(l.Member(i)))
	}
	return back
}

// File is PTX that was read.
type File struct {
	name   string
	module *parse.Module
	called *exec.Program // by the last [File.Call]

	Promises
}

// Promises are what the callers of a function see to. The zero value promises nothing.
type Promises struct {
	Dimensions int // at most, of the blocks that call a function of a block; 0: three
	Values     term.Values
	Masks      check.Masks
	AnyTie     bool  // see [check.Traits]
	Once       bool  // no call follows another without a barrier between them
	Steps      int64 // see [strategy.Traits]
	Together   bool  // all lanes that come to activemask are there at the same time, in a call by all of them
}

// Target is the architecture that the file is for, such as sm_90.
func (f *File) Target() string { return f.module.Target }

// Version is that of the PTX ISA that the file is written in, such as 7.8.
func (f *File) Version() string { return f.module.Version }

// Weak are the functions that give way to others of their name when the file is linked.
func (f *File) Weak() []string { return f.module.Weak }

// Read parses PTX. The error is a *parse.Refusal.
func Read(name string, src []byte) (*File, error) { return ReadFrom(name, src, nil) }

// ReadFrom is [Read] of PTX that a compiler made of a file of that name: see [parse.ParseFrom].
func ReadFrom(name string, src []byte, own func(file string) string) (*File, error) {
	m, err := parse.ParseFrom(name, src, own)
	if err != nil {
		return nil, err
	}
	return &File{name: name, module: m}, nil
}

// Only leaves out all kernels but the one of that name, if there is one.
func (f *File) Only(kernel string) {
	if i := slices.IndexFunc(f.module.Kernels, func(k *parse.Kernel) bool { return k.Name == kernel }); i >= 0 {
		f.module.Kernels = f.module.Kernels[i : i+1]
	}
}

// program is the kernel of that name, or the only one for "", which calls some functions of users.
func (f *File) program(kernel string, kind exec.Kind, user []*exec.Known) (*exec.Program, error) {
	all := f.module.Kernels
	if kernel == "" && len(all) != 1 {
		return nil, fmt.Errorf("%s: %d kernels, want the one that calls the function", f.name, len(all))
	}
	for _, k := range all {
		if k.Name == kernel || kernel == "" {
			return exec.Load(f.module, k, kind, user...)
		}
	}
	return nil, fmt.Errorf("%s: no kernel %s", f.name, kernel)
}
