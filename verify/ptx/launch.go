package ptx

import (
	"fmt"

	"github.com/shflgen/shflgen"
	"github.com/shflgen/shflgen/verify/ptx/exec"
	"github.com/shflgen/shflgen/verify/ptx/parse"
)

// launch is one execution of the kernel that calls the function under proof: a
// kernel of one warp, or of one block, with the parameters
//
//	[unsigned mask,] const T *in, T *out [, unsigned char *pred]
//	[const unsigned *mask,] const T *in, T *out          for a block
//
// of which thread i reads in[i] and writes out[i] (and pred[i]).
type launch struct {
	spec  shflgen.Spec
	dom   exec.Domain
	masks []exec.Value // words of the mask
	in    []exec.Value

	machine *exec.Machine
	out     *exec.Buffer
	pred    *exec.Buffer
}

func (l *launch) run(p *exec.Program) error {
	one, zero := l.dom.Const(1, 1), l.dom.Const(1, 0)
	filled := func(unit int, values []exec.Value) *exec.Buffer {
		b := &exec.Buffer{Unit: unit, ReadOnly: true}
		for _, v := range values {
			b.Cells = append(b.Cells, exec.Cell{V: v, Def: one})
		}
		return b
	}
	blank := func(unit int) *exec.Buffer {
		b := &exec.Buffer{Unit: unit}
		for range l.in {
			b.Cells = append(b.Cells, exec.Cell{V: l.dom.Const(8*unit, 0), Def: zero})
		}
		return b
	}
	unit := l.spec.Type.Bits() / 8
	var args []exec.Arg
	if l.spec.Mask == shflgen.Member {
		if l.spec.Pattern.Block() {
			args = append(args, exec.Arg{Buffer: filled(4, l.masks)})
		} else {
			args = append(args, exec.Arg{Scalar: l.masks[0]})
		}
	}
	l.out = blank(unit)
	args = append(args, exec.Arg{Buffer: filled(unit, l.in)}, exec.Arg{Buffer: l.out})
	if l.spec.Pattern.HasPred() {
		l.pred = blank(1)
		args = append(args, exec.Arg{Buffer: l.pred})
	}
	m, err := exec.NewMachine(p, l.dom, l.spec.Lanes(), args)
	if err != nil {
		return err
	}
	l.machine = m
	return m.Run()
}

// File is PTX that was read.
type File struct {
	name   string
	module *parse.Module
}

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

// load parses src and picks its one kernel.
func load(file string, src []byte) (*exec.Program, error) {
	f, err := Read(file, src)
	if err != nil {
		return nil, err
	}
	return f.program("")
}
