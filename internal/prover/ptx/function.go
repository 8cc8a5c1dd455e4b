package ptx

import (
	"context"
	"fmt"

	"github.com/shflgen/shflgen/internal/prover/bv"
	"github.com/shflgen/shflgen/internal/prover/ptx/exec"
	"github.com/shflgen/shflgen/spec"
)

// Returned is what a call of a function leaves.
type Returned struct {
	Results []exec.Cell // by leaf
	Trapped bv.Value    // the bit that it trapped, and so left nothing
	Musts   []exec.Must // bits that have to be 1 where it did not trap
}

// Call executes a kernel of one thread with the parameters
//
//	A a, B b, …, R *out
//
// which are values in memory of the types params, and where *out is one of result. args
// are the scalars of all parameters, one after the other; padding gives a byte between them. The
// kernel is loaded once for all calls, so calls must not run at once.
func (f *File) Call(ctx context.Context, d bv.Domain, kernel string, params []*spec.Element, args []bv.Value,
	padding func() bv.Value, result *spec.Element) (left Returned, err error) {
	defer bv.Stopped(func(why string) { err = fmt.Errorf("%s: %s", f.name, why) })
	if f.called == nil || f.called.Kernel.Name != kernel && kernel != "" {
		if f.called, err = f.program(kernel, exec.Function, nil); err != nil {
			return left, err
		}
		if err = f.called.Alone(); err != nil {
			f.called = nil
			return left, err
		}
	}
	p := f.called
	var list []exec.Arg
	one := d.Const(1, 1)
	for _, l := range params {
		a := exec.Arg{Size: l.Size()}
		at := 0
		for _, s := range spans(l.Leaves(), l.Size()) {
			cell := exec.Cell{Def: one}
			if s.leaf == byteOfPadding {
				cell.V = padding()
			} else {
				cell.V, args = args[0], args[1:]
			}
			a.Parts = append(a.Parts, exec.Part{Offset: at, Cell: cell})
			at += s.bytes
		}
		list = append(list, a)
	}
	out := &exec.Buffer{Unit: 1, Align: result.Align(), Cells: undefined(d, result.Size(), 8)}
	m, err := exec.NewMachine(p, d, exec.Line(1), append(list, exec.Arg{Buffer: out}))
	if err != nil {
		return left, err
	}
	m.Abort()
	m.Context, m.MaxSteps, m.Unknown = ctx, maxSteps, padding
	if err := m.Run(); err != nil {
		return left, err
	}
	for _, leaf := range result.Leaves() {
		left.Results = append(left.Results, out.Part(d, leaf.Offset, leaf.Type.Bits()/8))
	}
	left.Trapped, left.Musts = m.Trapped, m.Musts
	return left, nil
}
