package ptx

import (
	"context"
	"math/rand/v2"
	"slices"

	"github.com/shflgen/shflgen/internal/prover/bv"
	"github.com/shflgen/shflgen/internal/prover/check"
	"github.com/shflgen/shflgen/internal/prover/ptx/exec"
	"github.com/shflgen/shflgen/internal/prover/term"
	"github.com/shflgen/shflgen/spec"
)

// rowLaunch is one execution of a kernel of rows.
type rowLaunch struct {
	warps   bool // the others of the warp execute too, so that what they hold shows
	kernel  *rowKernel
	way     rowWay
	grid    *exec.Grid
	machine *exec.Machine
	outs    []*exec.Matrix // the results, then the numbers
	unread  int            // values that may be any
}

// maxRowSteps is how many instructions all threads of a block may execute together: a minute, and
// some ten times what a row of a million columns takes.
const maxRowSteps = 100_000_000

// run executes the kernel on what a call gives for the row in focus; of an empty call zeros.
func (l *rowLaunch) run(ctx context.Context, d bv.Domain, c check.Call) error {
	k, w := l.kernel, l.way
	l.grid = exec.NewGrid(w.path, w.row)
	l.grid.Exists, l.grid.PerBlock, l.grid.First, l.grid.End = w.exists, k.perBlock, w.threads[0], w.threads[1]
	if l.grid.Stand = k.stand && !l.warps; l.warps {
		l.grid.First -= l.grid.First % spec.WarpSize
		l.grid.End = l.grid.First + spec.WarpSize
	}
	if !w.outside { // nothing is read then
		l.grid.Homes = k.homes
	}
	if n, ok := d.(bv.Numbers); ok {
		l.grid.Elsewhere = func(x *exec.Matrix, row int64, i int) bv.Value { return another(n, x.Cells[i].V, row, i) }
	}
	l.grid.Bit = func(n int, row int64, missing bool) bv.Value {
		if t, ok := d.(*term.Domain); ok {
			return t.MaskBits(check.FreeBit(k.spec.Shape())+n, 1)
		}
		if missing && (row <= w.row || w.row == exec.NoRow) { // on numbers the row in focus is the last
			return d.Const(1, 0)
		}
		return d.Const(1, 1)
	}
	m, err := exec.NewGridMachine(k.program, d, exec.Line(k.block).In(k.threads/k.block), l.grid, l.args(d, c))
	if err != nil {
		return err
	}
	m.Context, m.MaxSteps = ctx, maxRowSteps
	l.machine = m
	return m.Run()
}

// another is what another row holds beside x in a call on numbers: other numbers, so that a result that depends on them
// is a wrong one.
func another(n bv.Numbers, x bv.Value, row int64, i int) bv.Value {
	own, _ := n.Known(x)
	bits := rand.NewPCG(uint64(row), own^uint64(i)<<32).Uint64()
	return n.Const(x.Width(), bits>>(64-x.Width()))
}

// args are the arguments of the kernel.
func (l *rowLaunch) args(d bv.Domain, c check.Call) (args []exec.Arg) {
	sh := l.kernel.spec.Shape()
	inputs := c.Inputs
	if sh.TakesElements() { // which come first; a map makes them of its inputs
		elements, residual := spec.Apart(sh, c.Elements)
		if inputs = append([][]bv.Value{elements}, inputs...); len(residual) > 0 {
			inputs = slices.Insert(inputs, 1, residual)
		} else if l.kernel.spec.HasResidual() {
			inputs = slices.Insert(inputs, 1, nil)
		}
	}
	given := func(i int) []bv.Value {
		if i < len(inputs) {
			return inputs[i]
		}
		return nil
	}
	rows := sh.Matrices()
	cols, has := l.cols(d, c)
	var ins []*exec.Matrix
	for i, p := range rows {
		name := p.InMemory()
		m := l.filled(d, p, name, given(i))
		l.pitched(m)
		m.Has, m.ReadOnly = has, !l.way.places.has(i)
		ins, args = append(ins, m), append(args, exec.Arg{Matrix: m}, m.Pitch.Arg())
	}
	if cols != nil {
		args = append(args, exec.Arg{Scalar: cols})
	}
	for i, p := range sh.Out {
		m := l.result(d, p)
		if sh.Each {
			m.Has = has
		}
		if l.way.places.has(i) {
			m = ins[i]
		}
		args = append(args, exec.Arg{Matrix: m})
		if sh.Each {
			args = append(args, m.Pitch.Arg())
		}
		l.outs = append(l.outs, m)
	}
	for i, p := range sh.Beside() {
		if p.Role == spec.LabelRole { // one of each row, which are close
			m := l.filled(d, p, p.Role.Name(), c.Operands)
			m.Names = true
			args = append(args, exec.Arg{Matrix: m})
			continue
		}
		m := l.filled(d, p, p.Role.Name(), given(len(rows)+i))
		if p.Uniform {
			args = append(args, exec.Arg{Scalar: m.Cells[0].V})
			continue
		}
		m.Vector, m.Has, m.Align = true, has, l.align()
		args = append(args, exec.Arg{Matrix: m})
	}
	return append(args, l.grid.Rows())
}

// align is what rows are promised to begin at multiples of, in bytes; 0: nothing is promised.
func (l *rowLaunch) align() int {
	if l.kernel.spec.Row().Aligned {
		return spec.RowAlign
	}
	return 0
}

// pitched puts the rows of a matrix a pitch apart.
func (l *rowLaunch) pitched(m *exec.Matrix) {
	m.Align = l.align()
	m.Pitch = l.grid.Pitch("the pitch of "+m.Name, max(1, m.Align/m.Unit))
}

// result is the memory of a result.
func (l *rowLaunch) result(d bv.Domain, p spec.Port) *exec.Matrix {
	m := &exec.Matrix{Name: "out", Unit: alignOf(p)}
	if p.Role != spec.ElementRole {
		m.Name = p.Role.Name()
	}
	m.Cells = unwritten(d, p, l.kernel.results())
	if l.kernel.spec.Shape().Each {
		l.pitched(m)
	}
	return m
}

// filled is the memory of an input. Without values it holds zeros, but any values where no row is looked at: what then
// is done is claimed of this execution alone.
func (l *rowLaunch) filled(d bv.Domain, p spec.Port, name string, values []bv.Value) *exec.Matrix {
	m := &exec.Matrix{Name: name, Unit: p.Bits / 8, ReadOnly: true}
	for i := range l.kernel.spec.Shape().PortValues(p) {
		c := exec.Cell{V: d.Const(p.Bits, 0), Def: d.Const(1, 1)}
		switch {
		case values != nil:
			c.V = values[i]
		case l.way.outside || !l.way.exists:
			if x, ok := bv.Fresh(d, firstElement+l.unread, p.Bits); ok {
				c.V, l.unread = x, l.unread+1
			}
		}
		m.Cells = append(m.Cells, c)
	}
	return m
}

// outputs are what the row in focus got.
func (l *rowLaunch) outputs(c check.Call) (out check.Outputs, err error) {
	out = l.kernel.asGiven(c)
	for i, m := range l.outs {
		b := m.Row(l.way.row)
		if b == nil {
			return out, l.kernel.fault("no thread stores the result: %s", l.way.text).Wrong()
		}
		p := l.kernel.spec.Shape().Out[i]
		for j := range l.kernel.results() * len(p.Leaves()) {
			at := cellOf(p, j)
			if l.ends(c.Dom, m, at) {
				continue
			}
			if all, _ := b.WrittenAt(at); !all {
				return out, l.kernel.fault("no thread stores the whole result: %s", l.way.text).Wrong()
			}
			cell := b.Get(c.Dom, at)
			switch {
			case p.Role.Number():
				out.Numbers[i-1][0] = check.Cell{V: cell.V, Def: cell.Def}
			case i > 0: // a scalar that follows the element
				out.Elements[j*c.Shape.Leaves()+i] = check.Cell{V: cell.V, Def: cell.Def}
			default:
				leaves := len(p.Leaves())
				out.Elements[j/leaves*c.Shape.Leaves()+j%leaves] = check.Cell{V: cell.V, Def: cell.Def}
			}
		}
	}
	return out, nil
}

// asGiven are outputs that are what went in: the contract names those of lane 0 alone.
func (k *rowKernel) asGiven(c check.Call) (out check.Outputs) {
	out = asGiven(c.Elements)
	for range c.Shape.Numbers() {
		out.Numbers = append(out.Numbers, make([]check.Cell, c.Shape.Lanes))
	}
	return out
}
