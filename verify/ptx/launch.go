package ptx

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"github.com/shflgen/shflgen"
	"github.com/shflgen/shflgen/verify/bv"
	"github.com/shflgen/shflgen/verify/ptx/exec"
	"github.com/shflgen/shflgen/verify/ptx/parse"
)

// launch is one execution of the kernel that calls the function under proof, with
// the parameters
//
//	[unsigned mask,] const T *in, T *out [, unsigned char *pred]
//	[unsigned mask,] const K *key, const T *in, T *out   of patterns that take keys
//	[unsigned mask,] const T *in, T *out, int *index     for an op that gives a lane
//	[const unsigned *mask,] const T *in, T *out          for a block
//
// and then, unless the kernel has no more, unsigned *came: who makes the call stores 1
// to came[i] after it, since a thread that the function ends is lost to its caller.
//
// of which lane i of a warp, by %laneid, or thread i of a block reads in[i] and
// writes out[i] (and pred[i], index[i]); of a batch, register r is in[32*r + i] and
// out[32*r + i]. A function of a block is called twice in a row, so
// that the first call must be done with shared memory when the second begins.
type launch struct {
	spec  shflgen.Spec
	dom   bv.Domain
	shape exec.Launch
	masks []bv.Value // words of the mask
	in    []bv.Value // by lane, or by thread of the block; of a batch, register by register
	keys  []bv.Value // by lane, of patterns that take keys

	// group stands for any group of lanes of equal keys; nil: the keys tell.
	group bv.Value

	ctx     context.Context // nil: none
	machine *exec.Machine
	outs    []*exec.Buffer // of each call
	pred    *exec.Buffer
	index   *exec.Buffer
	came    []*exec.Buffer // of each call; none if the kernel has no such parameter
}

// shape is the launch under which the spec is proved: for a block, that of any shape.
func shape(s shflgen.Spec) exec.Launch {
	if !s.Pattern.Block() {
		return exec.OneWarp
	}
	return exec.Block(s.Lanes())
}

// shapes are the launches under which an input is replayed: for a block of n
// threads, one dimension, and as many dimensions as n has factors for, the first
// of them small.
func shapes(s shflgen.Spec) []exec.Launch {
	if !s.Pattern.Block() {
		return []exec.Launch{exec.OneWarp}
	}
	n := s.Lanes()
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
			if of := (exec.Launch{X: x, Y: y, Z: z}); x*y*z == n && z <= maxZ && better(of, best) {
				best = of
			}
		}
	}
	if best == line {
		return []exec.Launch{line}
	}
	return []exec.Launch{line, best}
}

// maxZ is the largest third dimension of a block that hardware takes.
const maxZ = 64

// result gives element i after call c. Of a call that only members make,
// whoever else keeps the element, as does, in a down-reduce, who is not the lowest
// member of its segment: there the contract says nothing. So do those whose group is
// not looked at.
func (l *launch) result(c, i int) exec.Cell {
	out := l.outs[c].Get(l.dom, i)
	if l.spec.Mask != shflgen.Active && l.group == nil {
		return out
	}
	gets := l.gets(i)
	return exec.Cell{V: l.dom.Select(gets, out.V, l.in[i]), Def: l.dom.Select(gets, out.Def, l.dom.Const(1, 1))}
}

// gets is the bit that lane i gets a value that is looked at: in a call that only
// members make, if it is one; of keys, if it has the one that is looked at.
func (l *launch) gets(i int) bv.Value {
	gets := l.dom.Const(1, 1)
	if l.spec.Mask == shflgen.Active {
		gets = l.member(i)
	}
	if l.group != nil {
		gets = l.dom.Int(bv.And, gets, l.dom.Extract(l.group, i, 1))
	}
	if l.spec.Pattern == shflgen.DownReduce {
		for j := i - i%l.spec.Width; j < i; j++ {
			gets = l.dom.Int(bv.And, gets, l.dom.Not(l.member(j)))
		}
	}
	return gets
}

// member is the bit that lane i is a member.
func (l *launch) member(i int) bv.Value {
	return l.dom.Extract(l.masks[i/shflgen.WarpSize], i%shflgen.WarpSize, 1)
}

// predicate gives lane i's predicate.
func (l *launch) predicate(i int) exec.Cell { return l.pred.Get(l.dom, i) }

func (l *launch) run(p *exec.Program) error {
	one, zero := l.dom.Const(1, 1), l.dom.Const(1, 0)
	blank := func(unit int) *exec.Buffer {
		b := &exec.Buffer{Unit: unit}
		for range l.in {
			b.Cells = append(b.Cells, exec.Cell{V: l.dom.Const(8*unit, 0), Def: zero})
		}
		return b
	}
	filled := func(unit int, values []bv.Value) *exec.Buffer {
		b := &exec.Buffer{Unit: unit, ReadOnly: true}
		for _, v := range values {
			b.Cells = append(b.Cells, exec.Cell{V: v, Def: one})
		}
		return b
	}
	unit := l.spec.Type.Bits() / 8
	var before []exec.Arg
	calls := 1
	if l.spec.Pattern.Block() {
		calls = 2
	}
	if l.spec.Mask != shflgen.Full {
		if l.spec.Pattern.Block() {
			before = append(before, exec.Arg{Buffer: filled(4, l.masks)})
		} else {
			before = append(before, exec.Arg{Scalar: l.masks[0]})
		}
	}
	if l.spec.Pattern.Keyed() {
		before = append(before, exec.Arg{Buffer: filled(l.spec.Key.Bits()/8, l.keys)})
	}
	before = append(before, exec.Arg{Buffer: filled(unit, l.in)})
	var lists [][]exec.Arg
	for range calls {
		out := blank(unit)
		l.outs = append(l.outs, out)
		args := append(slices.Clone(before), exec.Arg{Buffer: out})
		if l.spec.Pattern.HasPred() {
			l.pred = blank(1)
			args = append(args, exec.Arg{Buffer: l.pred})
		}
		if l.spec.HasLane() {
			l.index = blank(4)
			args = append(args, exec.Arg{Buffer: l.index})
		}
		lists = append(lists, args)
	}
	if n := len(p.Kernel.Params); n == len(lists[0])+1 {
		for call := range lists {
			came := &exec.Buffer{Unit: 4}
			for range l.spec.Lanes() {
				came.Cells = append(came.Cells, exec.Cell{V: l.dom.Const(32, 0), Def: zero})
			}
			l.came = append(l.came, came)
			lists[call] = append(lists[call], exec.Arg{Buffer: came})
		}
	}
	if !l.spec.Pattern.Block() && p.Shared() {
		return &parse.Refusal{File: p.File, Kind: parse.Unsupported, Why: "shared memory in a function of a warp: the warps of a block would meet there"}
	}
	m, err := exec.NewMachine(p, l.dom, l.shape, lists...)
	if err != nil {
		return err
	}
	l.machine = m
	if l.group != nil {
		m.Group = &exec.Group{Keys: l.keys, Lanes: l.group}
	}
	m.Context, m.MaxSteps = l.ctx, maxSteps
	if l.spec.Mask == shflgen.Active {
		m.Elsewhere = true
		m.Callers = l.members()
	}
	return m.Run()
}

// maxSteps is how many instructions all threads of a launch may execute together:
// minutes, and some ten times what any emitted function takes.
const maxSteps = 30_000_000

// returned is the bit that lane i is back from call c, if it makes it.
func (l *launch) returned(c, i int) bv.Value {
	d := l.dom
	came := l.came[c].Get(d, i)
	back := d.Int(bv.And, came.Def, d.Int(bv.Eq, came.V, d.Const(32, 1)))
	if l.spec.Mask == shflgen.Active {
		back = d.Int(bv.Or, back, d.Not(l.member(i)))
	}
	return back
}

// File is PTX that was read.
type File struct {
	name   string
	module *parse.Module
}

// Target is the architecture that the file is for, such as sm_90.
func (f *File) Target() string { return f.module.Target }

// Version is that of the PTX ISA that the file is written in, such as 7.8.
func (f *File) Version() string { return f.module.Version }

// Weak are the functions that give way to others of their name when the file is linked.
func (f *File) Weak() []string { return f.module.Weak }

// Read parses PTX. The error is a *parse.Refusal.
func Read(name string, src []byte) (*File, error) {
	m, err := parse.Parse(name, src)
	if err != nil {
		return nil, err
	}
	return &File{name, m}, nil
}

// program is the kernel of that name, or the only one for "".
func (f *File) program(kernel string) (*exec.Program, error) {
	if kernel == "" {
		if n := len(f.module.Kernels); n != 1 {
			return nil, fmt.Errorf("%s: %d kernels, want the one that calls the function", f.name, n)
		}
		return exec.Load(f.module, f.module.Kernels[0])
	}
	for _, k := range f.module.Kernels {
		if k.Name == kernel {
			return exec.Load(f.module, k)
		}
	}
	return nil, fmt.Errorf("%s: no kernel %s", f.name, kernel)
}
