package ptx

import (
	"context"
	"fmt"
	"slices"

	"github.com/shflgen/shflgen"
	"github.com/shflgen/shflgen/internal/prover/bv"
	"github.com/shflgen/shflgen/internal/prover/check"
	"github.com/shflgen/shflgen/internal/prover/ptx/exec"
	"github.com/shflgen/shflgen/internal/prover/ptx/parse"
)

// A kernel of an array is executed by itself, as the one block of its grid, on an array of one length that is
// one chunk, wherever it starts:
//
//	const T *in, unsigned long long n, T *out, unsigned long long *workspace
//
// Then there is no other block to meet: the workspace may neither be read nor written, and an access
// that other blocks may see (.relaxed, or an atomic one) is a fault where it is reached. What blocks say
// to each other is looked at by package weak.
type arrayKernel struct {
	spec    shflgen.Spec // of one length
	file    string
	program *exec.Program
	threads int
}

// Array is the kernel of an array under proof on n elements, which are one chunk. Nothing is claimed of
// other lengths, or of more blocks.
func (f *File) Array(spec shflgen.Spec, kernel string, n int) (check.Subject, error) {
	o := spec.GridOrder()
	if n < 1 || n > o.Alone*o.Accumulators() {
		return nil, &parse.Refusal{File: f.name, Kind: parse.Unsupported, Why: fmt.Sprintf("%d elements: want 1 to %d, which are one chunk", n, o.Alone*o.Accumulators())}
	}
	spec.Cols = n
	p, err := f.alone().program(kernel, nil, exec.LoadAlone)
	if err != nil {
		return nil, err
	}
	threads := max(p.Kernel.MaxNTID, p.Kernel.ReqNTID)
	if threads != o.Threads {
		return nil, &parse.Refusal{File: f.name, Line: p.Kernel.Line, Kind: parse.Unsupported, Why: fmt.Sprintf("a kernel for blocks of %d threads: want %d", threads, o.Threads)}
	}
	return &arrayKernel{spec, f.name, p, threads}, nil
}

// Spec is what the kernel has to compute.
func (k *arrayKernel) Spec() shflgen.Spec { return k.spec }

// Traits says that all ways are taken by each call.
func (k *arrayKernel) Traits() check.Traits { return check.Traits{IntBits: intBits, Tries: tries} }

// Run executes the kernel by each side of every comparison of where the array starts.
func (k *arrayKernel) Run(ctx context.Context, c check.Call) (left check.Left, err error) {
	n := 0
	for path := new(exec.Path); path != nil; path = path.Next() {
		if n++; n > maxWays {
			return left, k.fault("more than %d paths", maxWays)
		}
		if err := k.once(ctx, c, path, &left); err != nil {
			return left, err
		}
	}
	return left, nil
}

// once executes the kernel by one path.
func (k *arrayKernel) once(ctx context.Context, c check.Call, path *exec.Path, left *check.Left) error {
	d := c.Dom
	g := exec.NewGrid(path, exec.NoRow)
	g.End = k.threads
	g.Bit = func(int, int64, bool) bv.Value { panic(bv.Stop{Why: "a comparison of rows in a kernel of an array"}) }
	in := &exec.Matrix{Name: "in", Unit: k.spec.InType().Bits() / 8, ReadOnly: true, Vector: true}
	for _, x := range c.Elements {
		in.Cells = append(in.Cells, exec.Cell{V: x, Def: d.Const(1, 1)})
	}
	blank := func(name string, bits, n int) *exec.Matrix {
		m := &exec.Matrix{Name: name, Unit: bits / 8, Vector: true}
		for range n {
			m.Cells = append(m.Cells, exec.Cell{V: d.Const(bits, 0), Def: d.Const(1, 0)})
		}
		return m
	}
	out, workspace := blank("out", k.spec.Type.Bits(), 1), blank("workspace", 64, 1)
	m, err := exec.NewGridMachine(k.program, d, exec.Line(k.threads), g, []exec.Arg{
		{Matrix: in}, {Scalar: d.Const(64, uint64(len(c.Elements)))}, {Matrix: out}, {Matrix: workspace},
	})
	if err != nil {
		return err
	}
	m.Context, m.MaxSteps = ctx, maxRowSteps
	if err := m.Run(); err != nil {
		return err
	}
	for _, must := range m.Musts {
		left.Musts = append(left.Musts, check.Must{Lane: must.Lane, Why: fmt.Sprintf("line %d: %s", must.Line, must.Why), Bit: must.Bit})
	}
	result := out.Row(0)
	if result == nil {
		return k.fault("no thread stores the result")
	}
	if all, _ := result.Written(); !all {
		return k.fault("no thread stores the whole result")
	}
	if workspace.Row(0) != nil {
		return k.fault("the one block of a grid uses the workspace")
	}
	var outputs check.Outputs
	for _, x := range c.Elements { // the contract names the result alone
		outputs.Elements = append(outputs.Elements, check.Cell{V: x})
	}
	cell := result.Get(d, 0)
	outputs.Elements[0] = check.Cell{V: cell.V, Def: cell.Def}
	left.Calls = append(left.Calls, outputs)
	return nil
}

// fault is a fault of the kernel as a whole.
func (k *arrayKernel) fault(format string, args ...any) *exec.Fault {
	return &exec.Fault{File: k.file, Line: k.program.Kernel.Line, Opcode: k.program.Kernel.Name, Why: fmt.Sprintf(format, args...)}
}

// alone is the file with a trap for each access that other blocks may see.
func (f *File) alone() *File {
	m := *f.module
	m.Kernels = nil
	for _, k := range f.module.Kernels {
		c := *k
		c.Body = nil
		for _, in := range k.Body {
			if in.Name == "atom" || in.Name == "red" || slices.Contains(in.Mods, "relaxed") {
				in = &parse.Instr{Line: in.Line, Guard: in.Guard, Negated: in.Negated, Name: "trap"}
			}
			c.Body = append(c.Body, in)
		}
		m.Kernels = append(m.Kernels, &c)
	}
	return &File{name: f.name, module: &m}
}
