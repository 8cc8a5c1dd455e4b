package ptx

import (
	"context"
	"fmt"

	"github.com/shflgen/shflgen/internal/prover/bv"
	"github.com/shflgen/shflgen/internal/prover/check"
	"github.com/shflgen/shflgen/internal/prover/ptx/exec"
	"github.com/shflgen/shflgen/internal/prover/ptx/parse"
	"github.com/shflgen/shflgen/spec"
)

// Subject is a function under proof that a kernel calls.
type Subject struct {
	spec    spec.Spec
	program *exec.Program
	blocks  []exec.Launch // that calls on numbers are made by
	rows    *rowKernel    // of a kernel that is executed by itself

	promises Promises

	bodies bv.Bodies // functions of users that stand in it as they were compiled

	// Tolerant executes on past some faults: see [exec.Machine]. Nothing is proved of such a subject.
	Tolerant bool

	// Abreast executes the threads of a warp side by side on numbers, which is one of the orders that they may run in.
	Abreast bool

	Leaves bool // registers past those with a result keep what they held, as contracts of emitted functions say
}

// Subject is the function that the kernel of that name calls, or the only kernel for "". Functions of users that it
// calls are calls, or have bodies where they were compiled into it: the reference executes these, by which terms grow
// without bound, so the proof is bounded.
func (f *File) Subject(s spec.Spec, kernel string, bodies bv.Bodies) (*Subject, error) {
	if err := s.ReadyOwn(); err != nil {
		return nil, err
	}
	if s.Shape().Grid() {
		return nil, parse.Refuse(f.name, parse.Place{}, "%s is proved for one length after another", s.Pattern)
	}
	if s.Ranged() && s.HasLane() {
		return nil, parse.Refuse(f.name, parse.Place{},
			"%s of a range of columns is proved for one number of them after another", s.Op)
	}
	user := known(s)
	if bodies != nil {
		user = nil
	}
	if s.Shape().Row() {
		subject, err := f.rowSubject(s, s, kernel, user)
		if err == nil {
			subject.bodies = bodies
		}
		return subject, err
	}
	p, err := f.program(kernel, exec.Function, user)
	if err != nil {
		return nil, err
	}
	if bodies != nil {
		p.HoldBodies()
	}
	return &Subject{spec: s, program: p, promises: f.Promises, bodies: bodies,
		blocks: blocks(s.Shape(), f.Dimensions)}, nil
}

// rowSubject is a kernel of rows of span, in which some functions are calls, under proof on those of spec.
func (f *File) rowSubject(span, s spec.Spec, kernel string, user []*exec.Known) (*Subject, error) {
	rows, err := f.rowKernel(span, s, kernel, user)
	if err != nil {
		return nil, err
	}
	return &Subject{spec: s, program: rows.program, rows: rows}, nil
}

// inlinedSteps and inlinedTries bound a proof of an inlined build: a few seconds. Those that end
// take a tenth of it.
const (
	inlinedSteps = 1 << 20
	inlinedTries = 12
)

// tries is how many inputs are replayed in search of a counterexample.
const tries = 280

// Spec is what the function has to compute.
func (s *Subject) Spec() spec.Spec { return s.spec }

// Notes are conditions and claims of a proof, for its verdict.
func (s *Subject) Notes() []string {
	if s.rows == nil {
		return globalNotes(s.spec.Shape())
	}
	return s.rows.notes()
}

// Dynamic is the condition on launches of a function that uses shared memory which a launch sizes; "": it uses none.
func (s *Subject) Dynamic() string {
	n := s.program.Dynamic()
	if n == 0 {
		return ""
	}
	aligned := ""
	if to := s.program.DynamicAlign(); to > 0 {
		aligned = fmt.Sprintf(" that is aligned to %d bytes", to)
	}
	return fmt.Sprintf("for launches with at least %d bytes of dynamic shared memory%s, "+
		"which nothing else uses during a call", n, aligned)
}

// Active is the condition on callers of a function that asks which lanes run together; "": it does not.
func (s *Subject) Active() string {
	if !s.program.AsksActive() {
		return ""
	}
	return OneMask
}

// OneMask is the condition on a launch in which lanes ask which of them run together.
const OneMask = "if all lanes of a warp that come to __activemask() are there at the same time, which CUDA does " +
	"not promise"

// Loose is a float instruction without a rounding modifier, such as add.f32; "": there
// is none. Nothing in the kernel can be contracted with it, but a product or a sum of
// a caller's own may.
func (s *Subject) Loose() string {
	if s.rows != nil { // a kernel has no caller
		return ""
	}
	return s.program.Loose()
}

// Traits says that what the contract says nothing of may be anything.
func (s *Subject) Traits() check.Traits {
	t := check.Traits{
		PredBits: 8 * predBytes, IntBits: intBits, LeftBits: spec.Uint32.Bits(), Tries: tries, Leaves: s.Leaves,
		Constants: s.program.Constants(),
	}
	t.Steps = s.promises.Steps
	t.Products, t.Values, t.Masks, t.AnyTie = true, s.promises.Values, s.promises.Masks, s.promises.AnyTie
	if s.rows != nil {
		t = s.rows.traits()
	}
	t = withBodies(t, s.bodies)
	for _, b := range s.blocks {
		way := ""
		if b != exec.OneWarp {
			way = fmt.Sprintf("%d×%d×%d threads", b.X, b.Y, b.Z)
		}
		t.Ways = append(t.Ways, way)
	}
	return t
}

// intBits is the size of an int of CUDA C++.
const intBits = 32

// Run makes one call, by one warp or by a block: of any shape, or of that of c.Way. It
// ends with a [bv.Stop] as the domain does.
func (s *Subject) Run(ctx context.Context, c check.Call) (check.Left, error) {
	if s.rows != nil {
		return s.rows.run(ctx, c)
	}
	l := &launch{Call: c, block: anyBlock(c.Shape, s.promises.Dimensions), ctx: ctx, tolerant: s.Tolerant,
		abreast: s.Abreast, once: s.promises.Once, together: s.promises.Together && s.spec.Mask == spec.Full}
	if c.Way >= 0 {
		l.block = s.blocks[c.Way]
	}
	if err := l.run(s.program); err != nil {
		return check.Left{}, err
	}
	return l.left(), nil
}

// left is what a launch leaves behind.
func (l *launch) left() check.Left {
	left := check.Left{Musts: mustsOf(l.machine)}
	if f := l.machine.OneOrder; f != nil {
		left.OneOrder = f.Error()
	}
	for call := range l.came {
		for i := range l.Shape.Lanes {
			left.Musts = append(left.Musts, check.Must{Lane: i, Why: neverBack, Bit: l.returned(call, i)})
		}
	}
	for _, buffers := range l.outs {
		var out check.Outputs
		out.Elements = l.leavesOf(l.Shape.Element(), buffers.elements)
		if p, ok := l.Shape.Gives(spec.ValueRole); ok {
			out.Elements = spec.Together(l.Shape, out.Elements, l.leavesOf(p, buffers.values))
		}
		for k, b := range buffers.numbers {
			var numbers []check.Cell
			for i := range l.Shape.PortValues(l.Shape.Numbers()[k]) {
				numbers = append(numbers, l.cell(b, i))
			}
			out.Numbers = append(out.Numbers, numbers)
		}
		for i := range l.Shape.Lanes {
			if buffers.preds != nil {
				out.Preds = append(out.Preds, l.cell(buffers.preds, i))
			}
		}
		left.Calls = append(left.Calls, out)
	}
	return left
}

// cell is element i of a buffer.
func (l *launch) cell(b *exec.Buffer, i int) check.Cell {
	c := b.Get(l.Dom, i)
	return check.Cell{V: c.V, Def: c.Def}
}

const neverBack = "the thread may never be back from the call"

// Run runs the kernel of that name, or the only one for "", on values of a domain: masks,
// a value for each word, and elements, a value for each thread, then keys if there are
// any. One warp makes the call, or a block of any shape.
func (f *File) Run(d bv.Domain, of spec.Spec, kernel string, masks, in []bv.Value) (c check.Call, left check.Left,
	err error) {
	defer bv.Stopped(func(why string) { err = fmt.Errorf("%s: %s", f.name, why) })
	s, err := f.Subject(of, kernel, nil)
	if err != nil {
		return c, left, err
	}
	sh := of.Shape()
	cut := spec.Cut(sh, in)
	c = check.Call{Dom: d, Shape: sh, Elements: cut.Elements, Keys: cut.Keys, Operands: cut.Operands, Inputs: cut.Mapped,
		Way: -1}
	if sh.Masked() {
		c.Mask = masks
	}
	left, err = s.Run(context.Background(), c)
	return c, left, err
}
