package ptx

import (
	"fmt"
	"slices"

	"github.com/shflgen/shflgen/internal/prover/bv"
	"github.com/shflgen/shflgen/internal/prover/check"
	"github.com/shflgen/shflgen/internal/prover/ptx/exec"
	"github.com/shflgen/shflgen/internal/prover/ptx/parse"
	"github.com/shflgen/shflgen/spec"
)

// gridKernel is a kernel of an array, or of its scan.
type gridKernel struct {
	spec    spec.Spec
	file    string
	program *exec.Program
	calls   []*exec.Known // functions of users that stay calls

	// bodies are those of functions that stand in it as they were compiled, for one execution; nil: none do.
	bodies func() (bv.Bodies, error)
}

// gridKernel is the kernel of no name yet, in which functions of users are calls, or have bodies.
func (f *File) gridKernel(s spec.Spec, bodies func() (bv.Bodies, error)) gridKernel {
	k := gridKernel{spec: s, file: f.name, bodies: bodies}
	if bodies == nil {
		k.calls = known(s)
	}
	return k
}

// load is the kernel of that name, or the only one for "", for blocks of so many threads.
func (k *gridKernel) load(f *File, kernel string, threads int) (*exec.Program, error) {
	p, err := f.program(kernel, exec.Meeting, k.calls)
	if err != nil {
		return nil, err
	}
	if of := p.Threads(); of != threads {
		return nil, parse.Refuse(f.name, p.Kernel.Place, "a kernel for blocks of %d threads: want %d", of, threads)
	}
	return p, nil
}

// forOne are the bodies for one execution; nil: none stand in the kernel.
func (k *gridKernel) forOne() (bv.Bodies, error) {
	if k.bodies == nil {
		return nil, nil
	}
	return k.bodies()
}

// eachPath goes through all paths of a kernel.
func eachPath(of fault, do func(*exec.Path) error) error {
	n := 0
	for path := new(exec.Path); path != nil; path = path.Next() {
		if n++; n > maxPaths {
			return of("more than %d paths", maxPaths)
		}
		if err := do(path); err != nil {
			return err
		}
	}
	return nil
}

// leftBy is what a block leaves that is executed by each side of every comparison of what the launch does not tell.
func leftBy(of fault, once func(*exec.Path, *check.Left) error) (left check.Left, err error) {
	err = eachPath(of, func(path *exec.Path) error { return once(path, &left) })
	return left, err
}

// fault makes one of a kernel as a whole.
type fault func(format string, args ...any) *exec.Fault

// faultOf is that of a kernel of a file.
func faultOf(file string, p *exec.Program) fault {
	return func(format string, args ...any) *exec.Fault {
		return &exec.Fault{File: file, Place: p.Kernel.Place, Opcode: p.Kernel.Name, Why: fmt.Sprintf(format, args...)}
	}
}

// mustsOf are the bits that have to be 1 after an execution.
func mustsOf(m *exec.Machine) (all []check.Must) {
	for _, must := range m.Musts {
		all = append(all, check.Must{Lane: must.Lane, Why: fmt.Sprintf("%s: %s", must.Place, must.Why), Bit: must.Bit})
	}
	return all
}

// asGiven are outputs that are what went in: the contract names some of them alone.
func asGiven(elements []bv.Value) (out check.Outputs) {
	for _, x := range elements {
		out.Elements = append(out.Elements, check.Cell{V: x})
	}
	return out
}

// undefined are cells that hold nothing.
func undefined(d bv.Domain, n, bits int) []exec.Cell {
	return slices.Repeat([]exec.Cell{{V: d.Const(bits, 0), Def: d.Const(1, 0)}}, n)
}

// defined are cells that hold values.
func defined(d bv.Domain, values []bv.Value) (all []exec.Cell) {
	for _, v := range values {
		all = append(all, exec.Cell{V: v, Def: d.Const(1, 1)})
	}
	return all
}

// noRows ends an execution that compares rows.
func noRows(int, int64, bool) bv.Value {
	panic(bv.Stop{Why: "a comparison of rows in a kernel of an array"})
}

// withBodies are the traits of a proof in which functions of users are executed: it is bounded.
func withBodies(t check.Traits, bodies bv.Bodies) check.Traits {
	if bodies != nil {
		t.Bodies, t.Steps, t.Tries = bodies, inlinedSteps, inlinedTries
	}
	return t
}
