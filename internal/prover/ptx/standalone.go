package ptx

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/shflgen/shflgen/internal/prover/bv"
	"github.com/shflgen/shflgen/internal/prover/check"
	"github.com/shflgen/shflgen/internal/prover/ptx/exec"
	"github.com/shflgen/shflgen/internal/prover/ptx/parse"
)

// Standalone is a kernel that is executed by itself, in launches of known size.
type Standalone struct{ *exec.Program }

// Standalone is the kernel of that name in the source: in the file it may be mangled.
func (f *File) Standalone(name string) (*Standalone, error) {
	name = name[strings.LastIndex(name, ":")+1:]
	var found []*parse.Kernel
	for _, k := range f.module.Kernels {
		if k.Name == name || strings.Contains(k.Name, strconv.Itoa(len(name))+name) {
			found = append(found, k)
		}
	}
	if len(found) != 1 {
		return nil, fmt.Errorf("%s: %d kernels are called %s, want one", f.name, len(found), name)
	}
	p, err := exec.Load(f.module, found[0], exec.Standalone)
	return &Standalone{p}, err
}

// Sizes are those of the parameters in bytes.
func (s *Standalone) Sizes() (all []int) {
	for _, p := range s.Program.Kernel.Params {
		all = append(all, p.Size)
	}
	return all
}

// Threads are how many a block may have at most and has to have, as the kernel says; 0: it does not.
func (s *Standalone) Threads() (most, exactly int) {
	return s.Program.Kernel.MaxNTID, s.Program.Kernel.ReqNTID
}

// Given is an argument of a kernel: a number, or memory with some elements.
type Given struct {
	Scalar   bv.Value
	Elements []bv.Value // nil of a number
	ReadOnly bool
}

// Grid is a launch of blocks of one dimension.
type Grid struct {
	Blocks, Threads int
	Across          int // blocks along x, in a grid of two dimensions; 0: all
	// Tolerant goes on past races. Nothing is shown by such a launch.
	Tolerant bool
	// LastFirst executes the last warps first.
	LastFirst bool
}

// Memory is what a launch leaves.
type Memory struct {
	Elements [][]check.Cell // by argument; nil of a number
	Loaded   []bool         // by argument: something was read
	Musts    []check.Must   // bits that have to be 1
}

// memoryAlign is what allocations are aligned to (CUDA programming guide, "Device Memory Accesses").
const memoryAlign = 256

// maxLaunchSteps is how many instructions all threads of a launch may execute together: some ten seconds.
const maxLaunchSteps = 4_000_000

// Launch executes the kernel. The error is a *[exec.Fault] or wraps that of the context.
func (s *Standalone) Launch(ctx context.Context, d bv.Domain, g Grid, given []Given) (left Memory, err error) {
	defer bv.Stopped(func(why string) { err = errors.New(why) })
	var args []exec.Arg
	for _, a := range given {
		if a.Elements == nil {
			args = append(args, exec.Arg{Scalar: a.Scalar})
			continue
		}
		args = append(args, exec.Arg{Buffer: &exec.Buffer{Unit: a.Elements[0].Width() / 8, Align: memoryAlign,
			ReadOnly: a.ReadOnly, Cells: defined(d, a.Elements)}})
	}
	m, err := exec.NewMachine(s.Program, d, exec.Line(g.Threads).In(g.Blocks).Wide(g.Across), args)
	if err != nil {
		return left, err
	}
	m.Together = true // as the verdict says
	m.Context, m.MaxSteps, m.Tolerant, m.LastFirst = ctx, maxLaunchSteps, g.Tolerant, g.LastFirst
	if err := m.Run(); err != nil {
		return left, err
	}
	left.Musts = mustsOf(m)
	for i, a := range given {
		var cells []check.Cell
		for k := range a.Elements {
			c := args[i].Buffer.Get(d, k)
			cells = append(cells, check.Cell{V: c.V, Def: c.Def})
		}
		left.Elements = append(left.Elements, cells)
		left.Loaded = append(left.Loaded, args[i].Buffer != nil && args[i].Buffer.Loaded)
	}
	return left, nil
}

// Apply executes a kernel of one thread that leaves a function of numbers, f(x, …, out).
func (s *Standalone) Apply(d bv.Domain, args ...bv.Value) (bv.Value, error) {
	var given []Given
	for _, a := range args {
		given = append(given, Given{Scalar: a})
	}
	out := Given{Elements: []bv.Value{d.Const(args[0].Width(), 0)}}
	left, err := s.Launch(context.Background(), d, Grid{Blocks: 1, Threads: 1}, append(given, out))
	if err != nil {
		return nil, err
	}
	return left.Elements[len(given)][0].V, nil
}
