package ptx

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"

	"github.com/shflgen/shflgen"
	"github.com/shflgen/shflgen/internal/prover/bv"
	"github.com/shflgen/shflgen/internal/prover/check"
	"github.com/shflgen/shflgen/internal/prover/ptx/exec"
	"github.com/shflgen/shflgen/internal/prover/ptx/parse"
	"github.com/shflgen/shflgen/internal/prover/term"
)

// A kernel of rows is executed by itself: one block of its grid, of which nobody knows the number,
// with parameters of which nobody knows the values,
//
//	const T *in, long long pitch, T *out [, int *idx], long long rows
//
// Row r of the matrix is in[r*pitch …]. Where warps share nothing, each is executed alone. One
// execution looks at one row of the block: it must be stored exactly once, in out[r], if it is
// below rows, and else neither read nor written. What is read of another row is undefined, and
// what is asked of another row may be answered by any bit. So what is proved of the row holds
// whatever the others are, and each row of the block is looked at in turn.

// rowKernel is a kernel of rows under proof.
type rowKernel struct {
	spec     shflgen.Spec
	file     string
	program  *exec.Program
	threads  int
	perBlock int64    // rows of a block
	ways     []rowWay // all that have to be proved
	shown    []int    // those of them by which calls on numbers are made
	broken   error    // the fault by which no ways were found
}

// rowWay is one row of a block and one side of each comparison.
type rowWay struct {
	threads [2]int // those that execute: from the first, to before the second
	row     int64
	exists  bool
	path    *exec.Path
	text    string
}

// maxWays bounds the ways of a kernel.
const maxWays = 1 << 12

// rowKernel reads a kernel of rows, in which some functions of users are calls, and finds its ways.
func (f *File) rowKernel(spec shflgen.Spec, kernel string, user []*exec.Known) (*rowKernel, error) {
	if spec.F != shflgen.NoApplied {
		return nil, &parse.Refusal{File: f.name, Kind: parse.Unsupported, Why: spec.Pattern.String() + " is not proved yet: kernels of one value a row are"}
	}
	if len(spec.Shape().In) > 1 {
		return nil, &parse.Refusal{File: f.name, Kind: parse.Unsupported, Why: "kernels of several inputs are not proved yet: want a map of one input"}
	}
	p, err := f.program(kernel, user, exec.LoadGrid)
	if err != nil {
		return nil, err
	}
	threads := max(p.Kernel.MaxNTID, p.Kernel.ReqNTID)
	if threads < 1 || threads > shflgen.MaxBlock {
		return nil, &parse.Refusal{File: f.name, Line: p.Kernel.Line, Kind: parse.Unsupported,
			Why: "a kernel without .maxntid or .reqntid: want __launch_bounds__(the threads of a block)"}
	}
	k := &rowKernel{spec: spec, file: f.name, program: p, threads: threads}
	err = k.explore()
	var fault *exec.Fault
	if errors.As(err, &fault) { // a call on numbers may show it
		k.broken = err
		k.guess()
	}
	if err != nil && len(k.ways) == 0 {
		return nil, err
	}
	k.spread()
	return k, nil
}

// groups are the threads that are executed together.
func (k *rowKernel) groups() (all [][2]int) {
	n := k.threads
	if !k.program.MeetsBlock() {
		n = shflgen.WarpSize
	}
	for first := 0; first < k.threads; first += n {
		all = append(all, [2]int{first, min(first+n, k.threads)})
	}
	return all
}

// explore finds the rows of each group of threads, and then the ways.
func (k *rowKernel) explore() error {
	owner, err := k.owners()
	if err != nil {
		return err
	}
	if int64(len(owner)) != k.perBlock || k.perBlock == 0 {
		return k.fault("a block works on %d rows, and its addresses are those of %d", len(owner), k.perBlock)
	}
	for _, row := range slices.Sorted(maps.Keys(owner)) {
		for _, exists := range []bool{true, false} {
			err := k.paths(rowWay{threads: owner[row], row: row, exists: exists}, term.New(), func(l *rowLaunch) error {
				if !exists { // who touches the row faults
					return nil
				}
				w := l.way
				w.text = w.words()
				if k.ways = append(k.ways, w); len(k.ways) > maxWays {
					return k.fault("more than %d ways through the kernel", maxWays)
				}
				return nil
			})
			if err != nil {
				return err
			}
		}
	}
	return nil
}

// guess finds ways of a kernel that cannot be followed for every launch, by one launch: the threads
// that alone work on a row there.
func (k *rowKernel) guess() {
	k.ways, k.perBlock = nil, 0
	owners := map[int64]int{}
	defer func() {
		k.ways = slices.DeleteFunc(k.ways, func(w rowWay) bool { return owners[w.row] > 1 })
	}()
	for _, threads := range k.groups() {
		l := &rowLaunch{kernel: k, way: rowWay{threads: threads, row: exec.NoRow, path: new(exec.Path)}}
		if err := l.run(context.Background(), bv.Numbers{}, nil); err != nil && len(l.grid.Touched) == 0 {
			continue
		}
		for _, row := range slices.Sorted(maps.Keys(l.grid.Touched)) {
			owners[row]++
			k.ways = append(k.ways, rowWay{threads: threads, row: row, exists: true, path: new(exec.Path), text: fmt.Sprintf("row %d of its block", row)})
		}
	}
}

// owners finds which threads work on which row of a block. Where a block has one row, it is row 0.
// Else no row is in focus, and what is asked of rows is answered by bits that stand for every
// answer.
func (k *rowKernel) owners() (map[int64][2]int, error) {
	owner := map[int64][2]int{}
	groups := k.groups()
	if len(groups) == 1 { // most often of one row, which is the row in focus then
		l := &rowLaunch{kernel: k, way: rowWay{threads: groups[0], exists: true, path: new(exec.Path)}}
		err := l.run(context.Background(), bv.Numbers{}, nil)
		if l.grid.PerBlock == 1 {
			k.perBlock = 1
			return map[int64][2]int{0: groups[0]}, err
		}
	}
	for _, threads := range groups {
		err := k.paths(rowWay{threads: threads, row: exec.NoRow}, term.New(), func(l *rowLaunch) error {
			for row := range l.grid.Touched {
				if by, ok := owner[row]; ok && by != threads {
					return k.fault("threads of two warps work on row %d of the block and do not meet", row)
				}
				owner[row] = threads
			}
			k.perBlock = l.grid.PerBlock
			return nil
		})
		if err != nil {
			return nil, err
		}
	}
	return owner, nil
}

// maxShown bounds the ways by which calls on numbers are made before the terms tell them apart.
const maxShown = 8

// spread chooses ways at even distances, the last among them.
func (k *rowKernel) spread() {
	n := min(len(k.ways), maxShown)
	for i := range n {
		k.shown = append(k.shown, (i+1)*len(k.ways)/n-1)
	}
}

// words say which way it is.
func (w rowWay) words() string {
	text := fmt.Sprintf("row %d of its block", w.row)
	if !w.exists {
		text += ", past the last"
	}
	if p := w.path.String(); p != "" {
		text += ", " + p
	}
	return text
}

// paths executes one way along every path.
func (k *rowKernel) paths(w rowWay, d bv.Domain, do func(*rowLaunch) error) error {
	n := 0
	for path := new(exec.Path); path != nil; path = path.Next() {
		if n++; n > maxWays {
			return k.fault("more than %d paths", maxWays)
		}
		w.path = path
		l := &rowLaunch{kernel: k, way: w}
		if err := l.run(context.Background(), d, nil); err != nil {
			return err
		}
		if err := do(l); err != nil {
			return err
		}
	}
	return nil
}

// fault is a fault of the kernel as a whole.
func (k *rowKernel) fault(format string, args ...any) error {
	return &exec.Fault{File: k.file, Line: k.program.Kernel.Line, Opcode: k.program.Kernel.Name, Why: fmt.Sprintf(format, args...)}
}

// notes say for which launches a proof holds, and what it shows beside the results.
func (k *rowKernel) notes() []string {
	launch := fmt.Sprintf("launched by blocks of %d×1×1 threads, one for each row", k.threads)
	if k.perBlock > 1 {
		launch = fmt.Sprintf("launched by blocks of %d×1×1 threads, one for each %d rows", k.threads, k.perBlock)
	}
	return []string{
		launch,
		"any pitch, alignment and number of rows",
		"each result stored exactly once, nothing read outside of its row, nothing else written",
		"in and out do not overlap",
	}
}

// traits are those of a kernel: its ways are those to make a call.
func (k *rowKernel) traits() check.Traits {
	t := check.Traits{IntBits: intBits, Tries: tries}
	for _, w := range k.shown {
		t.Ways = append(t.Ways, k.ways[w].text)
	}
	return t
}

// run executes the kernel on a row, in one way or in all.
func (k *rowKernel) run(ctx context.Context, c check.Call) (left check.Left, err error) {
	ways := k.ways
	if c.Way < 0 && k.broken != nil {
		return left, k.broken
	}
	if c.Way >= 0 {
		ways = []rowWay{k.ways[k.shown[c.Way]]}
	}
	terms := map[bv.Value]bool{}
	for i, w := range ways {
		w.path = w.path.Again()
		w.path.Fixed = c.Way < 0
		l := &rowLaunch{kernel: k, way: w}
		if err := l.run(ctx, c.Dom, rowInputs(c)); err != nil {
			return left, err
		}
		for _, m := range l.machine.Musts {
			left.Musts = append(left.Musts, check.Must{Lane: m.Lane, Why: fmt.Sprintf("line %d: %s", m.Line, m.Why), Bit: m.Bit})
		}
		out, err := l.outputs(c)
		if err != nil {
			return left, err
		}
		left.Calls = append(left.Calls, out)
		if x := out.Elements[0].V; c.Way < 0 && !terms[x] { // each result once, with the way that leads to it
			terms[x] = true
			if len(terms) == 1 {
				k.shown = nil
			}
			k.shown = append(k.shown, i)
		}
	}
	return left, nil
}

// rowLaunch is one execution.
type rowLaunch struct {
	kernel  *rowKernel
	way     rowWay
	grid    *exec.Grid
	machine *exec.Machine
	outs    []*exec.Matrix // the results, then the numbers
}

// maxRowSteps is how many instructions all threads of a block may execute together: a minute, and
// some ten times what a row of a million columns takes.
const maxRowSteps = 100_000_000

// rowInputs are the elements of the row in focus, by the inputs of the kernel.
func rowInputs(c check.Call) [][]bv.Value {
	if len(c.Inputs) > 0 { // of a map, which makes the elements
		return c.Inputs
	}
	return [][]bv.Value{c.Elements}
}

// run executes the kernel on the elements of the row in focus; nil: zeros.
func (l *rowLaunch) run(ctx context.Context, d bv.Domain, inputs [][]bv.Value) error {
	k, w := l.kernel, l.way
	sh := k.spec.Shape()
	l.grid = exec.NewGrid(w.path, w.row)
	l.grid.Exists, l.grid.PerBlock, l.grid.First, l.grid.End = w.exists, k.perBlock, w.threads[0], w.threads[1]
	l.grid.Bit = func(n int, row int64, missing bool) bv.Value {
		if t, ok := d.(*term.Domain); ok {
			return t.MaskBits(n, 1)
		}
		if missing && (row <= w.row || w.row == exec.NoRow) { // on numbers the row in focus is the last
			return d.Const(1, 0)
		}
		return d.Const(1, 1)
	}
	var args []exec.Arg
	one := d.Const(1, 1)
	for k, p := range sh.In {
		m := &exec.Matrix{Name: "in", Unit: p.Type.Bits() / 8, ReadOnly: true, Pitched: true}
		if p.Role.Input() {
			m.Name = p.Role.Name()
		}
		for i := range sh.Lanes {
			c := exec.Cell{Def: one}
			if inputs != nil {
				c.V = inputs[k][i]
			} else {
				c.V = d.Const(8*m.Unit, 0)
			}
			m.Cells = append(m.Cells, c)
		}
		args = append(args, exec.Arg{Matrix: m}, l.grid.Pitch())
	}
	for _, p := range sh.Out {
		m := &exec.Matrix{Name: "out", Unit: p.Bits / 8}
		if p.Role.Number() {
			m.Name = p.Role.Name()
		}
		m.Cells = []exec.Cell{{V: d.Const(p.Bits, 0), Def: d.Const(1, 0)}}
		args = append(args, exec.Arg{Matrix: m})
		l.outs = append(l.outs, m)
	}
	args = append(args, l.grid.Rows())
	m, err := exec.NewGridMachine(k.program, d, exec.Line(k.threads), l.grid, args)
	if err != nil {
		return err
	}
	m.Context, m.MaxSteps = ctx, maxRowSteps
	l.machine = m
	return m.Run()
}

// outputs are what the row in focus got.
func (l *rowLaunch) outputs(c check.Call) (out check.Outputs, err error) {
	out = l.kernel.asGiven(c)
	for i, m := range l.outs {
		b := m.Row(l.way.row)
		if b == nil {
			return out, l.kernel.fault("no thread stores the result: %s", l.way.text)
		}
		if all, _ := b.Written(); !all {
			return out, l.kernel.fault("no thread stores the whole result: %s", l.way.text)
		}
		cell := b.Get(c.Dom, 0)
		if i == 0 {
			out.Elements[0] = check.Cell{V: cell.V, Def: cell.Def}
			continue
		}
		out.Numbers[i-1][0] = check.Cell{V: cell.V, Def: cell.Def}
	}
	return out, nil
}

// asGiven are outputs that are what went in: the contract names those of lane 0 alone.
func (k *rowKernel) asGiven(c check.Call) (out check.Outputs) {
	sh := c.Shape
	for _, x := range c.Elements {
		out.Elements = append(out.Elements, check.Cell{V: x})
	}
	for range sh.Numbers() {
		out.Numbers = append(out.Numbers, make([]check.Cell, sh.Lanes))
	}
	return out
}
